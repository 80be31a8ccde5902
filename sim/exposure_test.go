package sim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
	"admmlab/sim/privacy/realised"
)

// The realised loss of a removed record can never exceed the pure bound for a
// removed record, in any iteration, for any method.
func TestRealisedLossStaysBelowThePureBound(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		if !spec.Private() || spec.Vertical {
			continue
		}
		for _, v := range spec.Variants {
			s := start(t, small(t, `method = "`+spec.ID+`"`, `variant = "`+v.ID+`"`, "iterations = 12", "alpha = 2", `adjacency = "remove"`), models.Serial)
			for !s.Finished() {
				row, _ := s.Step()
				pure := math.Inf(1)
				for _, total := range s.totals.bestBy(privacy.Remove) {
					if total.Name == account.Basic && total.Valid {
						pure = total.Epsilon
					}
				}
				if most := largest(s); !(most <= pure) || most != row.RealisedMax && spec.Realised.Mind[v.ID] == "" {
					t.Errorf("%s %s t=%d: realised %g, in the row %g, the pure bound %g", spec.ID, v.ID, row.Iteration, most, row.RealisedMax, pure)
				}
			}
		}
	}
}

// A change of who is watched that is refused leaves the record that is watched its own hidden
// state.
func TestARefusedChangeOfWhoIsWatched(t *testing.T) {
	var totals []float64
	for _, events := range []string{"", `events = ["at 1: watch = 99999999"]`, `events = ["at 1: watch = 5", "at 1: watch = 99999999"]`} {
		watch := "watch = 5"
		if strings.Contains(events, "watch = 5") {
			watch = "watch = 4"
		}
		s := start(t, small(t, `method = "pvp"`, `variant = "own"`, "iterations = 6", watch, "shuffle = false", events), models.Serial)
		for s.Ready() {
			s.Step()
		}
		e := s.Exposure(4, 1)
		if totals = append(totals, e.Watched.Total); e.Steps || e.Watched.Total != totals[0] {
			t.Errorf("%s: single steps alone: %v; %g, want %g", events, e.Steps, e.Watched.Total, totals[0])
		}
	}
}

// Where the losses of one node cannot be computed, the largest of all is not known, whichever
// node it is.
func TestTheLargestLossIsUnknownWithOneThatIs(t *testing.T) {
	for _, c := range [][2]string{
		{"1e-12,0.22,0.22,0.22,0.22", "edges:2-3,3-4,4-5,2-5"},
		{"0.22,0.22,1e-12,0.22,0.22", "edges:1-2,2-4,4-5,1-5"},
	} {
		config, err := config.ParseText([]byte("method = \"radmm\"\ndata = \"census:3000\"\nC = 400\nrho = ["+c[0]+"]\ntopology = \""+c[1]+"\"\n"), "test.toml")
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, config, models.Serial)
		s.Step()
		row, _ := s.Step()
		unknown := 0
		for _, o := range s.meter.records {
			for _, l := range o.Totals() {
				if math.IsNaN(l) {
					unknown++
				}
			}
		}
		if unknown == 0 || !math.IsNaN(row.RealisedMax) || !math.IsNaN(s.Exposure(4, 2).Summary.Max) {
			t.Errorf("%s: %d unknown, and the largest %g, in the picture %g", c[1], unknown, row.RealisedMax, s.Exposure(4, 2).Summary.Max)
		}
	}
}

// largest is the largest sum of the losses of any record's steps.
func largest(s *Session) float64 {
	most := math.Inf(-1)
	for _, o := range s.meter.records {
		most = math.Max(most, slices.Max(o.Totals()))
	}
	return most
}

// With PVP's f as own term every step goes on from a state that was never sent. Sums of the
// losses of single steps, each from a common f(t), can then be far below what the run has
// lost, as that of a watched record shows: no figure is given for the largest.
func TestAHiddenStateLeavesTheLargestLossUnknown(t *testing.T) {
	serial(t)
	for _, v := range []string{"own", "printed"} {
		lines := []string{`method = "pvp"`, `variant = "` + v + `"`, "iterations = 25", "alpha = 20", "rho = 0.01"}
		s := start(t, small(t, lines...), models.Serial)
		rows, _ := finish(s)
		for _, r := range rows {
			if unknown := math.IsNaN(r.RealisedMax); unknown != (r.Iteration > 1) { // f(0) is common
				t.Errorf("%s t=%d: the largest loss is %g", v, r.Iteration, r.RealisedMax)
			}
		}
		p := s.Exposure(8, 1)
		steps := p.Top[0].Total
		watched := start(t, small(t, append(lines, fmt.Sprintf("watch = %d", p.Top[0].Record))...), models.Serial)
		finish(watched)
		if exact := watched.Exposure(8, 1).Watched.Total; !p.Hidden || !(exact > 1.3*steps) {
			t.Errorf("%s: the steps add up to %g, and %g was lost", v, steps, exact)
		}
	}
}

// Who is watched is seen in the picture alone: no row depends on it, though where noise goes
// onto a model the exact loss of that record is another than that of one Newton step.
func TestNoRowDependsOnWhoIsWatched(t *testing.T) {
	for _, c := range []struct {
		method, variant string
		steps           bool // losses are of one Newton step
	}{
		{"pvp", "own", true}, {"pvp", "printed", true}, {"pvp", "released", true}, {"radmm", "output", true}, {"dvp", "printed", false},
	} {
		run := func(watch int) ([]Row, *Exposure) {
			t.Helper()
			c, err := config.ParseText(fmt.Appendf(nil, "data = \"census:30\"\ntrain = 10\nnodes = 2\nC = 2\niterations = 3\nmethod = %q\nvariant = %q\nwatch = %d\n", c.method, c.variant, watch), "test.toml")
			if err != nil {
				t.Fatal(err)
			}
			s := start(t, c, models.Serial)
			row, _ := s.Step()
			p := s.Exposure(4, 1)
			rows, _ := finish(s)
			return append([]Row{row}, rows...), p
		}
		rows, p := run(0)
		most := p.Top[0]
		watched, exact := run(most.Record)
		sameRows(t, c.method+" "+c.variant, watched, rows)
		if exact.Watched.Record != most.Record || (exact.Watched.Total != most.Total) != c.steps {
			t.Errorf("%s %s: the watched record lost %g, by steps %g", c.method, c.variant, exact.Watched.Total, most.Total)
		}
	}
}

// What goes out without noise tells D from D' for sure. Noise that comes back later takes
// nothing back.
func TestWhatIsSentWithoutNoiseIsLostForGood(t *testing.T) {
	for name, lines := range map[string][]string{
		"DVP":     {`method = "dvp"`, `events = ["at 3: private = false", "at 5: private = true"]`},
		"PVP":     {`method = "pvp"`, `events = ["at 3: private = false", "at 5: private = true"]`},
		"R-ADMM":  {`method = "radmm"`, `events = ["at 3: private = false", "at 5: private = true"]`},
		"sharing": {`method = "sharing"`, `events = ["at 3: private = false", "at 5: private = true"]`},
		// its noise is in the penalty between neighbours
		"M-ADMM, a node cut off": {`method = "madmm"`, `topology = "path"`, `events = ["at 3: cut 1-2", "at 5: join 1-2"]`},
	} {
		s := start(t, small(t, append(lines, "iterations = 6")...), models.Serial)
		rows, _ := finish(s)
		for _, r := range rows {
			if bare := math.IsInf(r.RealisedMax, 1); bare != (r.Iteration >= 3) {
				t.Errorf("%s t=%d: the largest loss is %g", name, r.Iteration, r.RealisedMax)
			}
		}
		if p := s.Exposure(8, 3); !p.Bare || !math.IsInf(p.Top[0].Total, 1) {
			t.Errorf("%s: the most exposed lost %g", name, p.Top[0].Total)
		}
	}
}

// The axis of the losses ends at the largest finite one; those that are infinite have no place
// on it and are counted apart.
func TestInfiniteLossesAreCountedApart(t *testing.T) {
	for name, lines := range map[string][]string{
		"all":  {`private = false`},
		"some": {`method = "madmm"`, "alpha = 100", `topology = "edges:1-2,2-3,3-4"`}, // node 5 is alone
	} {
		s := start(t, small(t, append(lines, "iterations = 8")...), models.Serial)
		finish(s)
		p, infinite, most := s.Exposure(8, 3), 0, math.Inf(-1)
		for _, o := range s.meter.records {
			for _, l := range o.Totals() {
				if math.IsInf(l, 1) {
					infinite++
				} else {
					most = max(most, l)
				}
			}
		}
		binned := 0
		for _, n := range p.Bins {
			binned += n
		}
		if infinite == 0 || p.Infinite != infinite || binned != p.Summary.Records-infinite {
			t.Errorf("%s: %d of %d losses are infinite; told %d, and %d are on the axis", name, infinite, p.Summary.Records, p.Infinite, binned)
		}
		if binned > 0 && p.High != most {
			t.Errorf("%s: the axis ends at %g, the largest finite loss is %g", name, p.High, most)
		}
	}
}

// Before anything was sent the messages of sharing are 0 whatever the data, with noise and
// without: nothing is lost then, and everything with the first message that is something.
// Under DVP the first broadcast is one.
func TestWhatSaysNothingOfTheDataLosesNothing(t *testing.T) {
	for text, want := range map[string][]float64{
		`method = "sharing"`: {0, math.Inf(1)}, `method = "dvp"`: {math.Inf(1), math.Inf(1)},
	} {
		rows, _ := script(t, small(t, text, "private = false", "iterations = 2"))
		for i, r := range rows {
			if r.RealisedMax != want[i] {
				t.Errorf("%s t=%d: the largest loss is %g, expected %g", text, r.Iteration, r.RealisedMax, want[i])
			}
		}
	}
}

// R-ADMM's even iterations release nothing new: the realised loss stands still.
func TestEvenIterationsLoseNothing(t *testing.T) {
	rows, _ := script(t, small(t, `method = "radmm"`, "iterations = 8"))
	for i := 1; i < len(rows); i += 2 {
		if rows[i].RealisedMax != rows[i-1].RealisedMax {
			t.Errorf("t=%d: realised moves from %g to %g", rows[i].Iteration, rows[i-1].RealisedMax, rows[i].RealisedMax)
		}
	}
}

func TestMeasuringChangesNothing(t *testing.T) {
	for _, id := range []string{"dvp", "pvp", "mradmm", "madmm", "sharing"} {
		with, _ := script(t, small(t, `method = "`+id+`"`, "iterations = 10", `watch = 3`))
		without, _ := script(t, small(t, `method = "`+id+`"`, "iterations = 10", "realised = false"))
		tapped := start(t, small(t, `method = "`+id+`"`, "iterations = 10", "realised = false"), models.Serial)
		tapped.Tap(1)
		heard, _ := finish(tapped)
		for i := range with {
			a, b, c := with[i], without[i], heard[i]
			if !math.IsNaN(b.RealisedMax) {
				t.Errorf("%s: nobody measures, yet %g", id, b.RealisedMax)
			}
			a.RealisedMax, b.RealisedMax, c.RealisedMax = 0, 0, 0
			if bits(a) != bits(b) || bits(a) != bits(c) {
				t.Fatalf("%s: row %d depends on who looks", id, i+1)
			}
		}
	}
}

// heard hands on what a meter hears and keeps the last release inside an objective of a node.
type heard struct {
	admm.Meter
	node    int
	release realised.Release
}

func (h *heard) Objective(node int, r realised.Release) {
	if node == h.node {
		h.release = r
		h.release.Noise, h.release.Model = slices.Clone(r.Noise), slices.Clone(r.Model)
	}
	h.Meter.Objective(node, r)
}

// What a watched record loses by PVP's closing step is that of TIFS 2017 (21) to (23) with the
// eta, the graph and the variant of that step, whatever was in force before; and what was
// hidden is sent then, so that the record goes on from the same state.
func TestTheClosingStepOfAWatchedRecordIsOfItsOwnSettings(t *testing.T) {
	for _, events := range []string{"[]", `["at 4: eta = 10"]`, `["at 4: cut 1-2"]`, `["at 4: variant = printed"]`, `["at 4: variant = released"]`, `["at 3: variant = released", "at 4: variant = own"]`} {
		s := start(t, small(t, `method = "pvp"`, `variant = "own"`, "alpha = 50", "iterations = 4", "watch = 1", "train = 90", "shuffle = false", "events = "+events), models.Serial)
		for s.Iteration() < 3 {
			s.Step()
		}
		e := s.meter
		before, hidden := e.total, e.watched.Save()
		if !s.Ready() {
			t.Fatal(events, "the closing step cannot be made")
		}
		s.commit()
		in := s.given(&s.terms, 0)
		listening := &heard{Meter: e, node: e.node}
		in.Meter = listening
		e.book(s.method.Step(in))
		penalty := in.Set.Eta.At(e.node) * float64(in.Graph.Degree(e.node))
		if in.Set.Variant == "released" {
			penalty = 0
		}
		w := realised.NewWatched(e.locals[e.node], e.record)
		w.Resume(hidden)
		if w.Distance() == 0 {
			t.Fatal(events, "nothing is hidden")
		}
		want := realised.NewObjective(e.locals[e.node]).Closing(w, penalty, listening.release)
		if got := e.total - before; math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Errorf("%s: the closing step loses %g, want %g", events, got, want)
		}
		if d := e.watched.Distance(); d != 0 {
			t.Errorf("%s: %g is hidden still", events, d)
		}
	}
}

// A record whose hidden state nobody has followed from the first iteration on has no total of
// its own, and the picture says so; one that is watched before that iteration has it.
func TestWhoIsWatchedTooLateIsToldApart(t *testing.T) {
	total := func(steps bool, change int, lines ...string) float64 {
		t.Helper()
		if !strings.Contains(strings.Join(lines, ""), "released") {
			lines = append(lines, `variant = "printed"`)
		}
		s := start(t, small(t, append([]string{`method = "pvp"`, "iterations = 25", "alpha = 20", "rho = 0.01", "train = 90", "shuffle = false"}, lines...)...), models.Serial)
		for !s.Finished() {
			if s.Iteration() == change {
				s.Apply(config.Event{Key: "watch", Value: "67"})
			}
			s.Step()
		}
		p := s.Exposure(4, 1)
		if p.Watched == nil || p.Watched.Record != 67 || p.Steps != steps {
			t.Fatalf("%v, change at %d: %+v, by single steps %t", lines, change, p.Watched, p.Steps)
		}
		return p.Watched.Total
	}
	want := total(false, -1, "watch = 67")
	late := total(true, 5)
	for what, got := range map[string]float64{
		"at 1":              total(false, -1, `events = ["at 1: watch = 67"]`),
		"by hand":           total(false, 0),
		"by hand, for 3":    total(false, 0, "watch = 3"),
		"back to it":        total(false, 9, "watch = 67", `events = ["at 7: watch = 3"]`),
		"away at 1 by hand": total(false, 0, `events = ["at 1: watch = 3"]`),
	} {
		if got != want || want == late {
			t.Errorf("watched %s: %g, want %g and not %g", what, got, want, late)
		}
	}
	total(true, -1, "watch = 3", `events = ["at 7: watch = 67"]`)
	total(false, 5, `variant = "released"`)
}

// A session that goes back to before its first iteration knows nothing of what was hidden behind
// it, also where the record was chosen by hand after it stood there.
func TestGoingBackToTheStartForgetsWhatWasHidden(t *testing.T) {
	session := func(watch string) *Session {
		return start(t, small(t, `method = "pvp"`, `variant = "own"`, "iterations = 30", "alpha = 20", "rho = 0.01", "train = 90", "shuffle = false", watch), models.Serial)
	}
	total := func(s *Session, iterations int) float64 {
		t.Helper()
		for range iterations {
			s.Step()
		}
		p := s.Exposure(4, 1)
		if p.Watched == nil || p.Watched.Record != 5 || p.Steps {
			t.Fatalf("%+v is not an exact total of record 5", p.Watched)
		}
		return p.Watched.Total
	}
	want := total(session("watch = 5"), 6)
	for _, watch := range []string{"watch = 0", "watch = 9", "watch = 5"} {
		s := session(watch)
		before := s.Save()
		if watch != "watch = 5" {
			s.Apply(config.Event{Key: "watch", Value: "5"})
		}
		total(s, 20)
		s.Resume(before, s.Replay().Events)
		if got := total(s, 6); got != want {
			t.Errorf("%s: %g, want %g", watch, got, want)
		}
	}
}

func TestThePictureNamesTheMostExposedAndTheWatched(t *testing.T) {
	s := start(t, small(t, "iterations = 6", "alpha = 3"), models.Serial)
	rows, _ := finish(s)
	p := s.Exposure(20, 5)
	if len(p.Top) != 5 || p.Top[0].Total != rows[5].RealisedMax || p.Top[0].Total < p.Top[4].Total {
		t.Fatalf("most exposed %+v, largest %g", p.Top, rows[5].RealisedMax)
	}
	if !strings.Contains(p.Top[0].Words, "age") || p.Top[0].Node < 1 || p.Top[0].Record < 1 {
		t.Errorf("not readable: %+v", p.Top[0])
	}
	n := 0
	for _, b := range p.Bins {
		n += b
	}
	if n != s.deal.Size.Train || p.Summary.Records != n {
		t.Errorf("%d people in the histogram, %d trained on", n, s.deal.Size.Train)
	}
	if _, err := s.Apply(config.Event{Key: "watch", Value: strconv.Itoa(p.Top[0].Record)}); err != nil {
		t.Fatal(err)
	}
	if w := s.Exposure(20, 5).Watched; w == nil || w.Total != p.Top[0].Total {
		t.Errorf("watched %+v, want %+v", w, p.Top[0])
	}
}

// Under PVP as printed every neighbour has a hidden state of its own: watched from
// the start, the loss is exact and differs from the sum of steps that each start
// from a common f(t); on released values both agree.
func TestAWatchedRecordKeepsItsHiddenState(t *testing.T) {
	certificate := 0.0
	total := func(variant, watch string) float64 {
		s := start(t, small(t, `method = "pvp"`, `variant = "`+variant+`"`, "iterations = 9", "alpha = 5", "watch = "+watch), models.Serial)
		finish(s)
		for row := 1; ; row++ { // the first row that is trained on
			s.now.Watch = row
			if p := s.Exposure(4, 1); p.Watched != nil {
				certificate = p.Certificate
				return p.Watched.Total
			}
		}
	}
	first := "1"
	s := start(t, small(t, `method = "pvp"`), models.Serial)
	for row := 1; ; row++ {
		s.now.Watch = row
		if s.Exposure(4, 1).Watched != nil {
			first = strconv.Itoa(row)
			break
		}
	}
	if a, b := total("printed", first), total("printed", "0"); math.Abs(a-b) < 1e-9 {
		t.Errorf("printed: hidden state makes no difference: %g, %g", a, b)
	}
	if a, b := total("released", first), total("released", "0"); a == b || math.Abs(a-b) > certificate || certificate > 0.5 {
		t.Errorf("released: %g watched, %g among all, certified to %g", a, b, certificate)
	}
}

// The wire view: what PVP sent minus what it would have sent is the noise; DVP's
// noise sits in the objective, so the model moves by less than |n|/q.
func TestTheWireShowsSentAndBefore(t *testing.T) {
	for _, id := range []string{"dvp", "pvp", "radmm", "madmm", "sharing"} {
		s := start(t, small(t, `method = "`+id+`"`, "iterations = 5"), models.Serial)
		if s.Tap(0); s.Wire() != nil {
			t.Fatalf("%s: heard before anything was sent", id)
		}
		s.Step()
		if id == "sharing" {
			s.Step() // its first message is 0 whatever the data
		}
		w := s.Wire()
		if w == nil || !w.Fresh || len(w.Sent) != shown || len(w.Before) != shown || w.Where == "" || w.Names[0] == "" {
			t.Fatalf("%s: %+v", id, w)
		}
		if !(w.Noise > 0 && w.Hidden > 0) {
			t.Errorf("%s: noise %g changed %g", id, w.Noise, w.Hidden)
		}
		if id == "pvp" && math.Abs(w.Hidden-w.Noise) > 1e-9*w.Noise {
			t.Errorf("pvp: V - f = %g, noise %g", w.Hidden, w.Noise)
		}
		if id == "dvp" {
			q, n := s.set.Rho[0]+2*s.set.Eta[0]*2, s.set.C[0]/float64(s.deal.Locals[0].Records())*w.Noise
			if w.Hidden > n/q {
				t.Errorf("dvp: n of norm %g moves the model by %g, at most |n|/q = %g", n, w.Hidden, n/q)
			}
		}
		if id == "radmm" {
			s.Step()
			if w := s.Wire(); w.Fresh || w.Before != nil {
				t.Errorf("an even iteration touches no data: %+v", w)
			}
		}
	}
}

// The length of the noise is that of the draw itself, whatever a method multiplies it by: C/B under
// DVP, 2 eta V under M-ADMM, D_m under sharing as printed.
func TestTheWireTellsTheLengthOfWhatWasDrawn(t *testing.T) {
	dual := func(s *Session, rate float64) []float64 {
		e := make([]float64, s.deal.Size.Columns)
		s.source.GammaNorm(e, noise.Dual, 0, 1, rate)
		return e
	}
	for method, drawn := range map[string]func(*Session) []float64{
		"radmm": func(s *Session) []float64 { return dual(s, 2) },
		"madmm": func(s *Session) []float64 { return dual(s, 2) },
		"dvp": func(s *Session) []float64 {
			k := s.set.C[0] / float64(s.deal.Locals[0].Records())
			at := privacy.Node{Weight: k, C1: 0.25, Regulariser: s.set.Rho[0], Penalty: 2 * s.set.Eta[0]}
			return dual(s, privacy.CalibrateDVP(s.set.Variant, 2, at).Zeta)
		},
		"sharing": func(s *Session) []float64 { // (10): xi ~ N(0, sigma^2 (D'D)^-1)
			e := make([]float64, s.deal.Blocks[0].Dim())
			s.source.Gaussian(e, noise.Message, 0, 1, 3)
			xi := make([]float64, len(e))
			s.deal.Blocks[0].InverseRoot(xi, e)
			return xi
		},
	} {
		lines := []string{`method = "` + method + `"`, "iterations = 1", "alpha = 2"}
		if method == "sharing" {
			lines = append(lines[:2], `variant = "printed"`, "sigma = 3")
		}
		s := start(t, small(t, lines...), models.Serial)
		s.Tap(0)
		s.Step()
		if want := linear.Norm(drawn(s)); !(math.Abs(s.Wire().Noise-want) <= 1e-12*want) {
			t.Errorf("%s: %g, drawn %g", method, s.Wire().Noise, want)
		}
	}
}

// Before anything was sent w of (6) is 0, and so is the message: no data are in it, but for the
// printed noise, which is made of the party's columns.
func TestNoDataAreInTheFirstMessageOfSharing(t *testing.T) {
	for line, want := range map[string]Wire{
		"epsilon = 1": {}, "sigma = 3": {Noise: 1}, "private = false": {}, `variant = "printed"`: {Noise: 1, Fresh: true},
	} {
		s := start(t, small(t, `method = "sharing"`, line), models.Serial)
		s.Tap(0)
		s.Step()
		if w := s.Wire(); w.Fresh != want.Fresh || w.Noise > 0 != (want.Noise > 0) || w.Norm != w.Hidden {
			t.Errorf("%s: fresh %t, %g of %g is noise", line, w.Fresh, w.Hidden, w.Norm)
		}
		s.Step()
		if w := s.Wire(); !w.Fresh {
			t.Errorf("%s: the second is made of what the data say of the first", line)
		}
	}
}

// Nodes solve at the same time, and all tell the tap: for the race detector.
func TestTheTapHearsOneOfManyNodesAtOnce(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "radmm", "mradmm", "madmm", "admm", "sharing"} {
		for _, private := range []string{"true", "false"} {
			s := start(t, small(t, `method = "`+method+`"`, "private = "+private, "iterations = 3"), parallel)
			s.Tap(0)
			if finish(s); !s.Wire().Fresh {
				t.Errorf("%s, private = %s: no data in what was sent last", method, private)
			}
		}
	}
}

// What was heard stays for as long as it is the same node that is listened to.
func TestTheWireKeepsWhatItsNodeSentLast(t *testing.T) {
	s := start(t, small(t, "iterations = 5"), models.Serial)
	s.Tap(0)
	s.Step()
	heard := s.Wire()
	if s.Tap(0); heard == nil || s.Wire() != heard {
		t.Errorf("tapped again: %+v, then %+v", heard, s.Wire())
	}
	if s.Tap(1); s.Wire() != nil {
		t.Errorf("of another node: %+v", s.Wire())
	}
}

// SHARING (7), (8): y = l'(z), so minus the sign of the public y is the label.
// Randomised response leaves e^eps/(1+e^eps) of them.
func TestLabelsAreReadFromTheDualUntilTheyAreRandomised(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, "iterations = 3"), models.Serial)
	if _, err := s.Attack(AttackLabels); err == nil {
		t.Error("nothing has been sent yet")
	}
	s.Tap(0)
	finish(s)
	if r := s.Wire().Recovered; r != 1 {
		t.Errorf("recovered %g of the labels, want all", r)
	}
	r := start(t, small(t, `method = "sharing"`, "iterations = 3", "labels = 1"), models.Serial)
	r.Tap(0)
	finish(r)
	// 530 labels, p = .731: six standard deviations are .116; false alarm 2e-9.
	if got := r.Wire().Recovered; math.Abs(got-0.731) > 0.116 {
		t.Errorf("randomised: recovered %g, want about .731", got)
	}
	for _, variant := range []string{"printed", "isotropic"} {
		s := start(t, small(t, `method = "sharing"`, "iterations = 3", `variant = "`+variant+`"`), models.Serial)
		finish(s)
		if words, err := s.Attack(AttackColumns); err != nil || words == "" {
			t.Errorf("%s: %q, %v", variant, words, err)
		}
		if certain := s.columnSpace().Verdict != 0; certain != (variant == "printed") {
			t.Errorf("%s noise: certain %v", variant, certain)
		}
	}
	if _, err := start(t, small(t), models.Serial).Attack(AttackLabels); err == nil || !strings.Contains(err.Error(), "sharing") {
		t.Errorf("DVP has no public dual: %v", err)
	}
}

// As the noise vanishes the realised loss grows without bound: it must not be
// reported as 0 or as nothing.
func TestWithoutNoiseToSpeakOfTheRealisedLossIsHuge(t *testing.T) {
	for _, id := range []string{"dvp", "pvp", "radmm", "madmm"} {
		rows, _ := script(t, small(t, `method = "`+id+`"`, "iterations = 3", "alpha = 1e10"))
		if r := rows[2].RealisedMax; !(r > 1e6) {
			t.Errorf("%s at alpha 1e10: realised %g", id, r)
		}
	}
}

// With ε₂ what is sent has a second noise on it, and no exact loss of the sum is known: nobody's
// is told, neither as that of the minimiser nor, where that has no noise of its own, as infinite.
// Output noise on every model covers an inexact one by itself, and only PVP's closing step has
// the second.
func TestTheRepairLeavesTheRealisedLossUnknown(t *testing.T) {
	const never = 99
	for name, c := range map[string]struct {
		lines []string
		from  int // unknown from this iteration on
	}{
		"DVP":                    {[]string{`method = "dvp"`}, 1},
		"R-ADMM":                 {[]string{`method = "radmm"`}, 1},
		"M-ADMM":                 {[]string{`method = "madmm"`}, 1},
		"M-ADMM, one node":       {[]string{`method = "madmm"`, "nodes = 1"}, 1},
		"PVP":                    {[]string{`method = "pvp"`, `variant = "released"`}, 4},
		"R-ADMM, output":         {[]string{`method = "radmm"`, `variant = "output"`}, never},
		"DVP, on from t = 3":     {[]string{`method = "dvp"`, "repair = 0", `events = ["at 3: repair = 1e-9"]`}, 3},
		"DVP, off from t = 3 on": {[]string{`method = "dvp"`, `events = ["at 3: repair = 0"]`}, 1},
	} {
		lines := append([]string{"iterations = 4"}, c.lines...)
		if !slices.Contains(lines, "repair = 0") {
			lines = append(lines, "repair = 1e-9")
		}
		s := start(t, small(t, lines...), models.Serial)
		rows, _ := finish(s)
		if len(rows) != 4 {
			t.Errorf("%s: %d iterations are made of 4", name, len(rows))
		}
		for _, r := range rows {
			if unknown := math.IsNaN(r.RealisedMax); unknown != (r.Iteration >= c.from) || math.IsInf(r.RealisedMax, 0) {
				t.Errorf("%s t=%d: the largest loss is %g", name, r.Iteration, r.RealisedMax)
			}
		}
		if p := s.Exposure(8, 3); p.Covered != (c.from != never) || p.Bare || p.Covered && p.Top != nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// A fork goes on not knowing what its noise of ε₂ left unknown.
func TestACheckpointKeepsThatALossIsUnknown(t *testing.T) {
	c := small(t, `method = "dvp"`, "repair = 1e-9", "iterations = 3", `events = ["at 2: repair = 0"]`)
	s := start(t, c, models.Serial)
	s.Step()
	saved := s.Save()
	s.Step()
	s.Resume(saved, c.Events)
	if row, _ := s.Step(); !math.IsNaN(row.RealisedMax) {
		t.Errorf("the largest loss is %g", row.RealisedMax)
	}
}

// Of what a minimiser sends that was missed the noise is unknown, and with it everybody's loss from there on, also
// in a fork.
func TestAMissedMinimiserLeavesTheRealisedLossUnknown(t *testing.T) {
	c := small(t, `method = "madmm"`, "iterations = 40", "growth = 1", "alpha = 1", "nodes = 5", "eta = [10, 0.1, 0.1, 0.1, 0.1]")
	s := start(t, c, models.Serial)
	var behind *Checkpoint
	known := 0
	for s.Ready() {
		row, _ := s.Step()
		unknown := math.IsNaN(row.RealisedMax)
		if unknown != (behind != nil || row.GradientNorm > models.Promise) {
			t.Fatalf("t = %d, gradient norm %g: the largest loss is %g", row.Iteration, row.GradientNorm, row.RealisedMax)
		}
		if !unknown {
			known++
		} else if behind == nil {
			behind = s.Save()
		}
	}
	if p := s.Exposure(8, 3); known == 0 || behind == nil || !p.Missed || p.Covered || p.Bare || p.Top != nil {
		t.Fatalf("known in %d iterations, then %+v", known, p)
	}
	s.Resume(behind, c.Events)
	if row, _ := s.Step(); !math.IsNaN(row.RealisedMax) {
		t.Errorf("the largest loss of a fork is %g", row.RealisedMax)
	}
}

// The wire view counts the noise of ε₂, also where it is the only one.
func TestTheWireShowsTheNoiseOfTheRepair(t *testing.T) {
	for name, lines := range map[string][]string{
		"DVP": {`method = "dvp"`}, "M-ADMM, one node": {`method = "madmm"`, "nodes = 1"},
	} {
		s := start(t, small(t, append(lines, "repair = 1e-9", "iterations = 2")...), models.Serial)
		s.Tap(0)
		s.Step()
		if w := s.Wire(); w.Before == nil || !w.Fresh || !(w.Cover > 0) || len(lines) == 2 && (w.Noise != 0 || math.Abs(w.Hidden-w.Cover) > 1e-9*w.Cover) {
			t.Errorf("%s: %+v", name, w)
		}
	}
}

// Under sharing with dependent columns rounding grows with ρ/λ. The first message is 0 whatever the
// data, and costs nobody anything; of later ones losses are told that are exact, or none.
func TestALossOfSharingIsExactOrUnknown(t *testing.T) {
	for lambda, unknown := range map[string]bool{"1": false, "1e-3": false, "1e-9": true} {
		rows, _ := script(t, small(t, `method = "sharing"`, "rho = 100", "epsilon = 4", "iterations = 2", "lambda = "+lambda))
		if rows[0].RealisedMax != 0 || math.IsNaN(rows[1].RealisedMax) != unknown {
			t.Errorf("lambda %s: %g, then %g", lambda, rows[0].RealisedMax, rows[1].RealisedMax)
		}
	}
}
