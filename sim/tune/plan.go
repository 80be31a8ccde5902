package tune

import (
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/sim/spell"
)

// Plan is what is to be tuned, and how.
type Plan struct {
	Keys    []string // that are varied, each by the methods that read it
	Repeats int      // draws of the noise in the last round
	Without string   // what of the sessions is left out, "" for nothing

	methods []method
	reads   []string // that Run does not write over
}

// method is a session that is tuned, and how its keys are varied.
type method struct {
	session config.Config
	keys    []string
	rounds  []round
}

// DefaultRepeats is enough for the test of a few dozen settings.
const DefaultRepeats = 10

const (
	MostRepeats = 100 // draws in the last round: the test takes the third power of it
	mostKeys    = 5   // 243 settings
	heldOut     = 0.2 // share of the training rows, where a session does not say
)

// New is the plan for sessions, one a method, on the same data, split and draws, each with
// a budget. over are keys of numbers of the methods; without any, each method varies what
// it declares (admm.Spec.Tunable). With aside, settings are chosen by training rows that
// nobody trains on instead of the test rows.
func New(sessions []config.Config, over []string, repeats int, aside bool) (Plan, error) {
	p := Plan{Repeats: repeats, Without: leftOut(sessions, aside)}
	if repeats < 1 || repeats > MostRepeats {
		return p, fmt.Errorf("%d draws of the noise in the last round, expected 1 to %d", repeats, MostRepeats)
	}
	read := map[string]bool{}
	for i, c := range sessions {
		if slices.ContainsFunc(sessions[:i], func(o config.Config) bool { return o.Method == c.Method }) {
			return p, fmt.Errorf("the method %s is asked for twice, expected each once", c.Method)
		}
		m, err := newMethod(prepared(c, aside), over)
		if err != nil {
			return p, err
		}
		for _, key := range m.keys {
			if !read[key] {
				p.Keys = append(p.Keys, key)
			}
			read[key] = true
		}
		p.methods = append(p.methods, m)
	}
	for _, key := range over {
		if !read[key] {
			return p, fmt.Errorf("none of these methods reads %s, so it cannot be varied", key)
		}
	}
	if len(over) > 0 {
		p.Keys = over
	}
	_, most := p.seen()
	if last := sessions[0].Repeat + most + p.Repeats - 1; last > config.MaxRepeat {
		return p, fmt.Errorf("repeat = %d leaves too few draws of the noise, up to %d: expected %d or less", sessions[0].Repeat, config.MaxRepeat, config.MaxRepeat-last+sessions[0].Repeat)
	}
	return p, nil
}

// leftOut says what of sessions is left out, "" for nothing: methods do not take the same
// changes on the way.
func leftOut(sessions []config.Config, aside bool) string {
	var list []string
	if slices.ContainsFunc(sessions, func(c config.Config) bool { return len(c.Events) > 0 }) {
		list = append(list, "the changes on the way (events) are left out: settings are compared as they are from the start")
	}
	if !aside && slices.ContainsFunc(sessions, func(c config.Config) bool { return c.HeldOut > 0 }) {
		list = append(list, "the rows that the session sets aside (held_out) are trained on, as nothing is chosen by them")
	}
	return strings.Join(list, "; ")
}

// prepared is a session without what changes no result, or would change the noise.
func prepared(c config.Config, aside bool) config.Config {
	c = c.Clone()
	c.Title, c.Caption, c.Events, c.Realised, c.Watch, c.Stop = "", "", nil, false, 0, true
	if aside && c.HeldOut == 0 {
		c.HeldOut = heldOut
	}
	if !aside {
		c.HeldOut = 0
	}
	return c
}

// newMethod says how a session is varied over keys, without any over its own.
func newMethod(c config.Config, over []string) (method, error) {
	m := method{session: c}
	spec := c.Spec()
	switch {
	case !spec.Private() || !c.Set.Private:
		return m, fmt.Errorf("%s adds no noise here, so there is no ε to tune it at", spec.Name)
	case c.Budget <= 0:
		return m, errors.New("no budget is set: expected the total ε at which settings are compared")
	case !c.StopWhen.None():
		return m, errors.New("leave stop_when out, or none: settings are compared at the limit, where the budget is spent, and it would end each of them elsewhere")
	}
	own := len(over) == 0
	if own {
		over = spec.Tunable
	}
	for i, key := range over {
		if slices.Contains(over[:i], key) {
			return m, fmt.Errorf("%s is to be varied twice, expected each key once", key)
		}
		reads, err := varies(c, key)
		if err != nil && !own {
			return m, err
		}
		if reads && err == nil {
			m.keys = append(m.keys, key)
		}
	}
	switch n := len(m.keys); {
	case n == 0:
		return m, fmt.Errorf("%s reads none of the keys that are to be varied, expected some of %s", spec.Name, strings.Join(Knobs(c), " "))
	case n > mostKeys:
		return m, fmt.Errorf("%d keys are to be varied at a time, expected at most %d", n, mostKeys)
	}
	m.rounds = halving(len(m.grid()))
	return m, nil
}

// varies reports whether a session reads a key; the error says why the key is not one
// that can be varied.
func varies(c config.Config, key string) (bool, error) {
	p, ok := admm.FindParameter(key)
	if !ok {
		return false, fmt.Errorf("%q is no number of a method%s, expected some of %s", key, spell.Hint(key, Knobs(c)), strings.Join(Knobs(c), " "))
	}
	if own, ok := c.Spec().Parameter(key); ok {
		p = own
	}
	switch {
	case key == c.Spec().NoiseKnob:
		return false, fmt.Errorf("%s is what the budget decides in every setting, so it is not varied", key)
	case pays(p):
		return false, fmt.Errorf("%s changes the privacy that is paid for, so it is not varied at one total ε", key)
	}
	if _, idle := c.Use(key); idle != "" {
		return false, fmt.Errorf("%s changes nothing while %s, so it is not varied", key, idle)
	}
	k, _ := config.KnobOf(c, key)
	return k.Reads(c), nil
}

// pays reports whether a parameter is part of what the total ε is paid for.
func pays(p admm.Parameter) bool {
	return p.Accounts || p.Key == admm.DeltaKey || p.Key == admm.SigmaKey
}

// Knobs are the keys that a session can be tuned over.
func Knobs(c config.Config) []string {
	var list []string
	for _, p := range c.Spec().Parameters {
		if k, _ := config.KnobOf(c, p.Key); p.Key != c.Spec().NoiseKnob && !pays(p) && k.Reads(c) {
			list = append(list, p.Key)
		}
	}
	return list
}

// Promise is what the totals of the methods go with.
func (p Plan) Promise() (all config.Promise) {
	for _, m := range p.methods {
		all = all.And(m.session.Promise())
	}
	return all
}

// Session is the first of the sessions, as it is tuned.
func (p Plan) Session() config.Config { return p.methods[0].session.Clone() }

// Aside reports whether settings are chosen by held-out training rows.
func (p Plan) Aside() bool {
	return slices.ContainsFunc(p.methods, func(m method) bool { return m.session.HeldOut > 0 })
}

// Folder is where the laboratory keeps the runs of a plan: the same plan, the same folder,
// whatever the draws of its last round.
func (p Plan) Folder() (string, error) {
	home, err := report.DataFolder("tunes")
	if err != nil {
		return "", err
	}
	sum, names := fnv.New32a(), []string{}
	for _, m := range p.methods {
		session := m.session
		session.Data = runner.FullPaths(session.Data) // another folder's table of that name is another
		fmt.Fprintf(sum, "%s%q", session.Text(), m.keys)
		names = append(names, m.session.Method)
	}
	name := strings.Join(append(names, p.Keys...), "-")
	return filepath.Join(home, fmt.Sprintf("%s-%08x", name, sum.Sum32())), nil
}

// Work is how many runs the plan makes at most, how many settings it begins with, and
// how many iterations all runs have together.
func (p Plan) Work() (settings, runs, iterations int) {
	for _, m := range p.methods {
		settings += len(m.grid())
		runs += pulls(m.rounds) + (finalists+2*len(m.keys))*p.Repeats
	}
	return settings, runs, runs * p.methods[0].session.Iterations
}

// seen is how many draws the rounds before the last use where every setting has noise, and
// most how many they may use: of fewer settings, some are halved with more.
func (p Plan) seen() (draws, most int) {
	for _, m := range p.methods {
		draws = max(draws, used(m.rounds))
		for n := range len(m.grid()) + 1 {
			most = max(most, used(halving(n)))
		}
	}
	return draws, most
}
