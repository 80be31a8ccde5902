package tui

import (
	"fmt"
	"math"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
	"admmlab/sim/privacy/realised"
	"admmlab/sim/runner"
	"admmlab/tui/lens"
	"admmlab/tui/scene"
)

// picture puts into a state what the newest Look asked for.
func (s *stage) picture(state *runner.State) {
	for i := len(s.f.taken) - 1; i >= 0; i-- {
		c := s.f.taken[i]
		if c.Order != runner.Look {
			continue
		}
		if c.At == 0 {
			c.At = state.Iteration
		}
		state.Picture, state.At = s.paint(c.Look, c.At), c.At
		return
	}
}

// paint is the picture of one iteration.
func (s *stage) paint(p runner.Picture, at int) any {
	switch wanted(p) {
	case "bill":
		return s.ledger(at)
	case "losses":
		if s.config.Realised && s.config.Spec().Private() {
			return s.exposure(at)
		}
	case "nothing":
	default:
		if tap, _ := p.Needs(); at > 0 {
			return s.wire(tap, at)
		}
	}
	return nil
}

// wanted is what a lens asks to see, in a word.
func wanted(p runner.Picture) string {
	if p == nil {
		return "nothing"
	}
	switch tap, realised := p.Needs(); {
	case realised:
		return "losses"
	case tap >= 0:
		return fmt.Sprintf("node %d", tap+1)
	}
	return "bill"
}

// The pictures that have come.
func (s *stage) bill() *lens.Bill     { b, _ := s.m.scene.State.Picture.(*lens.Bill); return b }
func (s *stage) seen() *sim.Exposure  { e, _ := s.m.scene.State.Picture.(*sim.Exposure); return e }
func (s *stage) overheard() *sim.Wire { w, _ := s.m.scene.State.Picture.(*sim.Wire); return w }

// lensOf is a lens of the laboratory.
func lensOf[L scene.Lens](s *stage) L {
	for _, l := range s.m.lens.all {
		if one, ok := l.(L); ok {
			return one
		}
	}
	panic("there is no such lens")
}

// ledger is a bill of made-up totals with every kind of line.
func (s *stage) ledger(at int) *lens.Bill {
	spec := s.config.Spec()
	l := &lens.Bill{Ledger: sim.Ledger{Adjacency: spec.AdjacencyOf(&s.config.Set)}, Config: s.config, Left: -1}
	if s.lapsed > 0 || !spec.Private() {
		return l
	}
	x := 0.03 * float64(at)
	for a := range l.Totals {
		half := x / float64(a+1)
		l.Best[a] = account.Total{Name: account.Best, Epsilon: math.Inf(1)}
		for i, name := range account.Names() {
			t := account.Total{Name: name, Epsilon: half * (1 + float64(i)/4), Delta: 1e-5, Valid: true, Why: "made up for a test, with an epsilon and a delta"}
			switch {
			case s.infinite || name == account.Gaussian:
				t.Epsilon, t.Valid, t.Why = math.Inf(1), false, "37 of 37 steps did not draw Gaussian noise"
			case name == account.Advanced:
				t.Valid = false
			case name == account.GammaNorm:
				t.Epsilon = half / 4
			}
			if l.Totals[a] = append(l.Totals[a], t); t.Valid && t.Epsilon < l.Best[a].Epsilon {
				l.Best[a] = t
			}
		}
	}
	if s.config.Budget > 0 {
		l.Left, l.Exactly = 37, true
	}
	if best := l.Best[l.Adjacency]; best.Epsilon > 0 && !s.infinite {
		l.Curves = &sim.Curves{Total: account.Point{Epsilon: best.Epsilon, Delta: best.Delta}, Groups: []sim.Group{{Records: 2, Epsilon: 2.5 * best.Epsilon}, {Records: 10, Epsilon: math.Inf(1)}}}
		for i := range 61 {
			l.Curves.Points = append(l.Curves.Points, account.Point{Epsilon: best.Epsilon * float64(i) / 40, Delta: 0.1 * math.Pow(10, -float64(i)/10)})
		}
	}
	l.Drawn = true
	return l
}

// exposure is a hill of losses with a few far out.
func (s *stage) exposure(t int) *sim.Exposure {
	e := &sim.Exposure{
		Watch: s.config.Watch,
		Low:   -0.05, High: 0.15, Bins: make([]int, 48),
		Hidden:  s.config.Spec().Realised.Mind[s.config.Set.Variant] != "",
		Summary: realised.Summary{Records: 40000, Max: 0.15, Min: -0.05, Mean: 0.002, SD: 0.02, Martingale: 0.998},
	}
	for i := range e.Bins {
		d := float64(i-14) / 6
		e.Bins[i] = int(3000 * math.Exp(-d*d/2))
	}
	e.Bins[47] = 1
	for i := range 5 {
		e.Top = append(e.Top, sim.Person{Node: i + 1, Record: 100 + i, Words: fmt.Sprintf("age %d, workclass Private, education HS-grad, <=50K", 30+i), Total: 0.15 - 0.01*float64(i)})
	}
	if s.config.Spec().Vertical {
		e.Columns = []sim.NamedTotal{{Name: "relationship=Own-child", Total: 9.29}, {Name: "hours-per-week", Total: -0.4}}
	}
	if s.config.Watch > 0 {
		e.Watched = &sim.Person{Node: 2, Record: s.config.Watch, Words: "age 39, workclass State-gov, <=50K", Total: -0.0123 * float64(t) / 37}
	}
	return e
}

func (s *stage) wire(node, t int) *sim.Wire {
	w := &sim.Wire{
		Node: node + 1, Iteration: t, Fresh: true, What: "its model, one weight for each of 105 columns", Norm: 2.5, Hidden: 1.2, Noise: 30,
		Where: s.config.Spec().NoiseEnters, Recovered: math.NaN(),
	}
	if s.config.Method == "radmm" && t%2 == 0 {
		w.Fresh, w.Hidden, w.Noise = false, 0, 0
	}
	if s.config.Spec().Vertical {
		w.What, w.Recovered = "one score for each of 40,000 people", 1
	}
	for i := range 8 {
		w.Names = append(w.Names, fmt.Sprintf("marital-status=Kind-%d", i))
		w.Sent = append(w.Sent, 1.5-float64(i)/3)
		if w.Fresh {
			w.Before = append(w.Before, 1-float64(i)/4)
		}
	}
	return w
}

// budget and watch set a knob as if the run had been started with it.
func (s *stage) budget(value string) *stage { return s.with("budget", value) }
func (s *stage) watch(value string) *stage  { return s.with("watch", value) }

func (s *stage) with(key, value string) *stage {
	s.t.Helper()
	k, _ := config.KnobOf(s.config, key)
	for _, c := range []*config.Config{&s.config, &s.replay} {
		next, err := k.Assign(*c, value)
		if err != nil {
			s.t.Fatal(err)
		}
		*c = next
	}
	return s.batch(0)
}
