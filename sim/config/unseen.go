package config

import "slices"

// Unmeasured are the keys of the losses of records where nothing that comes of configs has
// them, and why: whether they are measured counts all the same where a run stops by them.
func Unmeasured(why string, configs ...Config) map[string]string {
	keys := Unwatched()
	if !slices.ContainsFunc(configs, Config.StopsByLosses) {
		keys[RealisedKnob.Key], keys[WatchKnob.Key] = why, why
	}
	return keys
}

// Unwatched is the key of the record that is watched, where nothing shows it.
func Unwatched() map[string]string {
	return map[string]string{WatchKnob.Key: "who is watched is seen in the laboratory alone"}
}

// Unlevelled are the keys of the gradient method that sharing is held against, where nothing that
// comes of configs shows that level.
func Unlevelled(configs ...Config) map[string]string {
	keys := map[string]string{}
	for _, k := range []*Knob{SGDStepKnob, SGDBatchKnob} {
		if slices.ContainsFunc(configs, func(c Config) bool { return c.Counts(k.Key) }) {
			keys[k.Key] = "the level of the gradient method is not in what comes out"
		}
	}
	return keys
}
