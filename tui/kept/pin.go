package kept

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/tui/dialog"
	"admmlab/tui/grid"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Pinning reports whether the run that is to be pinned is being read.
func (k *Keeper) Pinning() bool { return k.pin.UnderWay() }

// whole is a run with its curves.
type whole struct {
	run   archive.Record
	curve []archive.Point
}

// fetchPin reads a run with its curves, to make it the ghost.
func (k *Keeper) fetchPin(id string) {
	k.pin.Drop() // the newest wish counts
	k.pin = k.readRun(id, func(w whole) { k.pinRun(w.run, w.curve) })
}

// readRun reads a run with its curves in the background.
func (k *Keeper) readRun(id string, then func(whole)) *job.Job {
	runs := k.runs
	return job.Start(k.jobs, job.Task[job.None, whole]{
		Name: "reading the run",
		Work: func(context.Context, func(job.None)) (w whole, err error) {
			w.run, w.curve, err = runs.Curve(id)
			return w, err
		},
		Done: func(w whole, err error) tea.Cmd {
			if err != nil {
				k.scene.Warn("%v", err)
				return nil
			}
			then(w)
			return nil
		},
	})
}

// pinRun makes a kept run the ghost, until it is let go.
func (k *Keeper) pinRun(run archive.Record, curve []archive.Point) {
	s := k.scene
	s.Ghost, s.HideGhost, s.Pinned = keptHistory(run, curve, s.Now), false, run.ID
	var in, why []string // the charts that it stands in, and why not in the others
	switch {
	case s.DataWords(s.Ghost) == scene.OtherData:
		why = append(why, "its data are others")
	case s.OtherLoss(s.Ghost):
		in, why = append(in, "error"), append(why, "its training loss is of another kind")
	default:
		in = append(in, "loss", "error")
	}
	switch {
	case !s.Ghost.Extents[scene.PrivacyChart].Any:
		why = append(why, "it has no total")
	case s.Compares(s.Ghost):
		in = append(in, "privacy")
	default:
		why = append(why, "its totals go with other neighbours or another δ")
	}
	what := "the dim curve"
	switch {
	case len(in) == 0:
		what = "a row of numbers alone"
	case len(why) > 0:
		what += " of " + strings.Join(in, " and ") + " alone"
	}
	if len(why) > 0 {
		what += ": " + strings.Join(why, ", and ")
	}
	s.Say("pinned: %s stays as %s; g hides it, h and g let it go", s.Ghost.Label, what)
}

// unpin lets go of the pinned run.
func (k *Keeper) unpin() { k.scene.Pinned, k.scene.Ghost = "", nil }

// holdPin holds the pinned run to the runs that there are: it has the name and the length that it
// has there, and is let go of where it is none of them, and none was left out.
func (k *Keeper) holdPin(list listing) {
	s := k.scene
	if s.Pinned == "" {
		return
	}
	i := slices.IndexFunc(list.rows, func(row dialog.Row) bool { return runOf(row).ID == s.Pinned })
	switch {
	case i >= 0:
		run := runOf(list.rows[i])
		k.labelPin(run)
		k.growPin(run)
	case list.all:
		label := s.Ghost.Label
		k.unpin()
		s.Announce("%s is no longer pinned: it is not kept any more", label)
	}
}

// growPin lets the pinned run reach as far as it is kept by now, if it is that one: it may have been
// under way when it was pinned, here or in another laboratory.
func (k *Keeper) growPin(run archive.Record) {
	s := k.scene
	if s.Pinned == "" || s.Pinned != run.ID || run.Last.Iteration <= s.Ghost.Last() || k.grow.UnderWay() {
		return
	}
	k.grow = k.readRun(run.ID, func(w whole) {
		if s.Pinned == w.run.ID {
			s.Ghost = keptHistory(w.run, w.curve, s.Now)
		}
	})
}

// labelPin calls the pinned run as a run is called by now, if it is that one.
func (k *Keeper) labelPin(run archive.Record) {
	s := k.scene
	if s.Pinned != run.ID {
		return
	}
	if label := ghostLabel(run, s.Now); label != s.Ghost.Label {
		named := *s.Ghost // which an export may be reading
		named.Label = label
		s.Ghost = &named
	}
}

// ghostLabel is what a kept run is called in the charts.
func ghostLabel(run archive.Record, now time.Time) string { return grid.Fit(runName(run, now), 16) }

// keptHistory is a history of curves that were thinned, as thin as they are: a value stands
// until the next that was kept.
func keptHistory(run archive.Record, curve []archive.Point, now time.Time) *scene.History {
	h := &scene.History{Config: run.Config, Label: ghostLabel(run, now), Origin: run.Origin}
	if len(curve) == 0 {
		return h
	}
	h.Every = 1
	if len(curve) > 1 {
		h.Every = curve[1].Iteration - curve[0].Iteration
	}
	h.Values = make([][]float64, scene.Quantities())
	for i, p := range curve {
		h.Newest, h.Count = scene.NumbersOf(p.At), p.Iteration
		h.Grow(h.Newest)
		until := p.Iteration
		if i+1 < len(curve) {
			until = curve[i+1].Iteration - 1
		}
		for len(h.Values[0])*h.Every+1 <= until {
			for q, v := range h.Newest {
				h.Values[q] = append(h.Values[q], v)
			}
		}
	}
	all := run.Config.Promises(h.Last())
	end := run.Config.After(h.Last())
	h.Mixed = len(all.Neighbours) > 1 || all.Delta > end.Set.Delta || scene.PromiseWords(run.Config, end) != ""
	return h
}
