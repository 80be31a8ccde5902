package admm

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
)

// What every method of the catalogue owes, tried on each of them under each of its
// readings. A method that is added is tried, too.

// trial is a method under one reading, on a small problem that any method can take.
type trial struct {
	spec  Spec
	set   Settings
	graph *network.Graph
	limit int

	refuses bool
}

func (r trial) String() string {
	return fmt.Sprintf("%s %s %s %s sigma %g repair %g", r.spec.ID, r.set.Variant, r.set.DualStep, r.set.Order, r.set.Sigma, r.set.Repair)
}

// trials are all readings of all methods.
func trials(t *testing.T) []trial {
	t.Helper()
	graph, err := network.New("star", 4, 3)
	if err != nil {
		t.Fatal(err)
	}
	var list []trial
	for _, spec := range Catalogue() {
		set := spec.Defaults()
		set.C, set.Rho = PerNode{6, 5, 7, 4}, PerNode{0.5, 0.7, 0.4, 0.6}
		if spec.Vertical {
			set.Rho = PerNode{0.5}
		}
		set.Growth = PerNode{1.02, 1.05, 1, 1.1}
		variants, steps, orders, others := []string{""}, []string{set.DualStep}, []string{set.Order}, []float64{0, 0.01}
		if spec.Private() {
			variants = nil
			for _, v := range spec.Variants {
				variants = append(variants, v.ID)
			}
		}
		if spec.DualSteps != nil {
			steps = spec.DualSteps
		}
		if spec.Vertical {
			orders = []string{"jacobi", "gauss-seidel"}
		}
		for _, set.Variant = range variants {
			for _, set.DualStep = range steps {
				for _, set.Order = range orders {
					for _, other := range others {
						set.Repair, set.Sigma = other, 100*other
						list = append(list, trial{spec: spec, set: set, graph: graph, limit: 7})
					}
				}
			}
		}
	}
	return list
}

// apart are trials on a graph in pieces, which the past of another joins.
func apart(t *testing.T) (list []trial) {
	t.Helper()
	graph, err := network.Parse("edges:1-2,3-4", 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range trials(t) {
		if !r.spec.Vertical && r.set.DualStep != "own" {
			r.graph, r.set.Growth = graph, PerNode{1}
			list = append(list, r)
		}
	}
	return list
}

// method is a fresh run.
func (r trial) method() Method {
	rows, labels := traceRows(36, 6, 2)
	p := Problem{Loss: models.Logistic{}, Each: models.Serial}
	if r.spec.Vertical {
		for _, cut := range [][2]int{{0, 2}, {2, 3}, {3, 6}} {
			p.Blocks = append(p.Blocks, models.NewBlock(rows.Block(all(rows), cut[0], cut[1], true)))
		}
		p.Labels = labels
		return r.spec.New(p)
	}
	p.Start = [][]float64{{1, 0, -1, 0, 2, 0}, {0, 1, 0, 0, 0, 0}, {}, {0, 0, 0, 0, -3, 0.5}}
	for i, size := range []int{6, 10, 8, 12} {
		var own []int
		for range size {
			own = append(own, (7*len(own)+i)%36)
		}
		p.Locals = append(p.Locals, models.NewLocal(rows.SelectSigned(own, labels)))
	}
	return r.spec.New(p)
}

// at is what the method is given for iteration t, or for one so many ahead of it.
func (r trial) at(t, ahead int, seed uint64) Step {
	in := Step{Iteration: t, Ahead: ahead, Last: t+ahead == r.limit, Graph: r.graph, Set: &r.set, Noise: noise.New(seed)}
	if r.refuses {
		in.Allows = func(c privacy.Charge) bool { return t < 2 || c.Node != t%3 }
	}
	return in
}

// play makes the iterations from to the limit and tells of them to the last bit.
func (r trial) play(m Method, from int) (list []string) {
	for t := from; t <= r.limit; t++ {
		list = append(list, told(m.Step(r.at(t, 0, 5))))
	}
	return list
}

// told is an iteration to the last bit.
func told(r Round) string {
	return fmt.Sprint(r.Models, r.Broadcast, r.Dual, r.Mean, r.Losses, r.TrainLoss, r.Disagreement, r.GradientNorm, r.Remainder, r.Charges, r.Slack, r.Conditions, r.Work)
}

// resumes reports how a run that goes on from a checkpoint differs from one that never
// stopped; wrap may put something around the methods.
func (r trial) resumes(wrap func(Method) Method) error {
	whole := r.play(wrap(r.method()), 1)
	for saved := 1; saved < r.limit; saved++ {
		first := wrap(r.method())
		for t := 1; t <= saved; t++ {
			first.Step(r.at(t, 0, 5))
			first.Price(r.at(t+1, 0, 5)) // as a session asks, before it saves
		}
		c := Save(first)
		other, past := wrap(r.method()), r // with a past of its own
		past.set.Eta, past.set.Rho, past.set.C = PerNode{0.7, 1.1, 1.3, 2}, twice(r.set.Rho), PerNode{5}
		past.set.DualStep = map[string]string{"common": "own", "own": "common"}[r.set.DualStep]
		past.graph, _ = r.graph.Join(1, 2)
		for t := 1; t < saved+3; t++ {
			other.Step(past.at(t, 0, 6))
		}
		other.Price(r.at(saved+1, 0, 6))
		Resume(other, c)
		for k, told := range r.play(other, saved+1) {
			if told != whole[saved+k] {
				return fmt.Errorf("%v: saved at t = %d, iteration %d differs from the run that never stopped: Carried leaves something out", r, saved, saved+k+1)
			}
		}
	}
	return nil
}

// refused are trials in which a budget refuses a party's message now and then: what it
// sent last, and its own model, stand. Where all send at once it refuses the iteration.
func refused(t *testing.T) (list []trial) {
	for _, r := range trials(t) {
		if r.refuses = r.set.Order == inTurnOrder; r.refuses {
			list = append(list, r)
		}
	}
	return list
}

// twice is every value doubled.
func twice(p PerNode) PerNode {
	p = slices.Clone(p)
	for i := range p {
		p[i] *= 2
	}
	return p
}

func TestEveryMethodGoesOnWhereItWasSaved(t *testing.T) {
	for _, r := range slices.Concat(trials(t), apart(t), refused(t)) {
		if err := r.resumes(func(m Method) Method { return m }); err != nil {
			t.Error(err)
		}
	}
}

// forgetful carries all vectors but one.
type forgetful struct {
	Method
	lost int
}

func (f forgetful) Carried() Carried {
	c := f.Method.Carried()
	c.Vectors = slices.Delete(slices.Clone(c.Vectors), f.lost, f.lost+1)
	return c
}

// The test above notices whatever is left out.
func TestNothingCanBeLeftOutOfCarried(t *testing.T) {
	found := map[string]map[int]bool{}
	for _, r := range slices.Concat(trials(t), apart(t), refused(t)) {
		id := r.spec.ID
		if found[id] == nil {
			found[id] = map[int]bool{}
		}
		for lost := range r.method().Carried().Vectors {
			if !found[id][lost] && r.resumes(func(m Method) Method { return forgetful{m, lost} }) != nil {
				found[id][lost] = true
			}
		}
	}
	for _, s := range Catalogue() {
		if n := len(trial{spec: s}.method().Carried().Vectors); len(found[s.ID]) < n {
			t.Errorf("%s: of %d vectors only the loss of %v was noticed", s.ID, n, found[s.ID])
		}
	}
}

// A step charges what Price said before it, to the last bit; what Price said earlier was
// no less, but for rounding; and asking changes nothing.
func TestEveryStepChargesItsPrice(t *testing.T) {
	const ahead = 4
	for _, r := range trials(t) {
		whole := r.play(r.method(), 1)
		m, earlier := r.method(), map[int][]privacy.Charge{}
		for at := 1; at <= r.limit; at++ {
			for a := 1; a <= ahead; a++ {
				if p := m.Price(r.at(at, a, 5)); p.Guess == "" {
					earlier[at+a] = append(earlier[at+a], p.Charges...)
				}
			}
			off := r
			off.set.Private, off.set.Rho = false, twice(r.set.Rho)
			m.Price(off.at(at, 0, 5))
			price := m.Price(r.at(at, 0, 5))
			want := slices.Clone(price.Charges)
			round := m.Step(r.at(at, 0, 5))
			if price.Guess == "" && !slices.Equal(round.Charges, want) {
				t.Fatalf("%v: iteration %d charges\n%+v\nand its price was\n%+v", r, at, round.Charges, want)
			}
			for k, c := range earlier[at] {
				for a, cost := range c.Cost {
					if len(round.Charges) == 0 {
						t.Fatalf("%v: iteration %d is free, and earlier its price was %+v", r, at, c)
					}
					if is := round.Charges[k%len(round.Charges)].Cost[a]; cost.Pure < is.Pure*(1-1e-12) || cost.Mu < is.Mu*(1-1e-12) {
						t.Fatalf("%v: iteration %d charges %+v, and earlier its price was %+v", r, at, round.Charges, c)
					}
				}
			}
			if told(round) != whole[at-1] {
				t.Fatalf("%v: iteration %d differs after questions for prices", r, at)
			}
		}
	}
}

// More of the knob that says how much noise there is means less noise, at a higher price.
func TestTheNoiseKnobSetsThePrice(t *testing.T) {
	for _, r := range trials(t) {
		if !r.spec.Private() {
			continue
		}
		knob, _ := r.spec.Parameter(r.spec.NoiseKnob)
		most := func(value float64) float64 {
			set := r.set
			knob.Set(&r.set, PerNode{value})
			defer func() { r.set = set }()
			m, most := r.method(), 0.0
			for at := 1; at <= 3; at++ { // the first may be free
				p := m.Price(r.at(at, 0, 5))
				for _, c := range p.Charges {
					most = math.Max(most, c.Printed)
				}
				m.Step(r.at(at, 0, 5))
			}
			return most
		}
		if low, high := most(0.5), most(0.6); !(high > low) {
			t.Errorf("%v: %s = 0.5 is printed as %g, 0.6 as %g", r, r.spec.NoiseKnob, low, high)
		}
	}
}

// listener is a Meter that knows who released something.
type listener map[int]bool

func (l listener) Objective(node int, _ realised.Release)            { l[node] = true }
func (l listener) Output(node int, _ realised.Release, _, _ float64) { l[node] = true }
func (l listener) Message(party int, _ realised.Push)                { l[party] = true }
func (l listener) Bare(int)                                          {}
func (l listener) Hidden(int, float64)                               {}
func (l listener) Covered(int, []float64)                            {}

// A method that says that its realised losses are measured tells of every release that
// it charges; one that adds no noise tells of none.
func TestTheMeterHearsOfEveryReleaseThatIsCharged(t *testing.T) {
	for _, r := range trials(t) {
		m := r.method()
		for at := 1; at <= r.limit; at++ {
			heard := listener{}
			in := r.at(at, 0, 5)
			in.Meter = heard
			for _, c := range m.Step(in).Charges {
				if r.spec.Realised.Told && !heard[c.Node] {
					t.Fatalf("%v: iteration %d charges node %d and tells the Meter nothing", r, at, c.Node+1)
				}
			}
			if !r.spec.Private() && len(heard) > 0 {
				t.Fatalf("%v tells of noise", r)
			}
		}
	}
}

// An iteration tells what it read and sent: whoever pays has read data, and what reads
// none is free and minimises nothing; messages and numbers are what leaves the nodes.
func TestEveryRoundTellsItsWork(t *testing.T) {
	for _, r := range trials(t) {
		m, read := r.method(), 0
		for at := 1; at <= r.limit; at++ {
			round := m.Step(r.at(at, 0, 5))
			w := round.Work
			messages, numbers := 0, 0
			for i, v := range round.Broadcast {
				if r.spec.Vertical { // Algorithm 1 of Sharing: a push, and a pull of two vectors
					messages, numbers = messages+2, numbers+3*len(v)
				} else {
					for range r.graph.Neighbours(i) {
						messages, numbers = messages+1, numbers+len(v)
					}
				}
			}
			if w.Messages != messages || w.Numbers != numbers || w.Needed < 0 || w.Needed > numbers {
				t.Fatalf("%v: iteration %d says %+v, and %d messages of %d numbers were sent", r, at, w, messages, numbers)
			}
			free := r.spec.Private() && len(round.Charges) == 0
			if free != (w.Visits == 0) || free != (w.Minimisations == 0) || w.Minimisations > len(round.Broadcast) {
				t.Fatalf("%v: iteration %d says %+v, and it charges %d releases", r, at, w, len(round.Charges))
			}
			if read += w.Visits; at == r.limit && read == 0 {
				t.Errorf("%v read no data", r)
			}
		}
	}
}

// RADMM (19), in closed form: f_i(2k) follows from f_j(2k-1), f_j(2k-2) of node i and its
// neighbours. In a star the centre hears all of these and the leaves do not; where all hear
// all, nothing need be sent; in a ring everything.
func TestWhoHearsTheNeighboursNeedsNoEvenMessage(t *testing.T) {
	for _, id := range []string{"radmm", "mradmm"} {
		spec, _ := Find(id)
		for kind, want := range map[string]int{"star": 3, "complete": 0, "ring": 8, "path": 4} {
			graph, err := network.New(kind, 4, 3)
			if err != nil {
				t.Fatal(err)
			}
			set := spec.Defaults()
			r := trial{spec: spec, set: set, graph: graph, limit: 4}
			r.set.C = PerNode{6}
			m := r.method()
			for at := 1; at <= 4; at++ {
				w, needed := m.Step(r.at(at, 0, 5)).Work, want*6
				if at%2 == 1 {
					needed = 2 * graph.EdgeCount() * 6
				}
				if w.Needed != needed {
					t.Errorf("%s, %s: iteration %d needs %d numbers, want %d", id, kind, at, w.Needed, needed)
				}
			}
		}
	}
}

// What a neighbour is said not to need it can work out, to the last digits, from what it
// heard: its own models and those of its neighbours in the two iterations before.
func TestAnEvenMessageFollowsFromWhatWasHeard(t *testing.T) {
	spec, _ := Find("radmm")
	followed := 0
	for _, kind := range []string{"star", "complete", "path"} {
		graph, err := network.New(kind, 4, 3)
		if err != nil {
			t.Fatal(err)
		}
		r := trial{spec: spec, set: spec.Defaults(), graph: graph, limit: 6}
		r.set.C, r.set.Eta, r.set.Gamma = PerNode{6}, PerNode{0.7}, 0.3
		m := r.method()
		sent := [][][]float64{nil} // f(0), which all know
		for _, f := range m.Carried().Vectors[:4] {
			sent[0] = append(sent[0], slices.Clone(f))
		}
		for at := 1; at <= r.limit; at++ {
			var now [][]float64
			for _, f := range m.Step(r.at(at, 0, 5)).Broadcast {
				now = append(now, slices.Clone(f))
			}
			sent = append(sent, now)
		}
		for at := 2; at <= r.limit; at += 2 {
			odd, before := sent[at-1], sent[at-2]
			for i := range 4 {
				for _, m := range graph.Neighbours(i) {
					heard := append(slices.Clone(graph.Neighbours(m)), m)
					if slices.ContainsFunc(graph.Neighbours(i), func(j int) bool { return !slices.Contains(heard, j) }) {
						continue
					}
					followed++
					for k := range 6 {
						f := odd[i][k]
						for _, j := range graph.Neighbours(i) { // RADMM (19) in closed form
							f += 0.7 / (2*0.7*float64(graph.Degree(i)) + 0.3) * (2*odd[j][k] - before[i][k] - before[j][k])
						}
						if want := sent[at][i][k]; math.Abs(f-want) > 1e-12*(1+math.Abs(want)) {
							t.Fatalf("%s: node %d works out %g of node %d in iteration %d, which sent %g", kind, m+1, f, i+1, at, want)
						}
					}
				}
			}
		}
	}
	if want := 3 * (3 + 12 + 2); followed != want { // of three even iterations: leaves, all, ends
		t.Errorf("%d messages were followed, want %d", followed, want)
	}
}

// A light that a Round switches is explained by the Spec.
func TestEveryConditionIsDeclared(t *testing.T) {
	for _, r := range trials(t) {
		m := r.method()
		for at := 1; at <= r.limit; at++ {
			for _, c := range m.Step(r.at(at, 0, 5)).Conditions {
				if !slices.ContainsFunc(r.spec.Asks, func(a Asked) bool { return a.Name == c.Name && (a.Variant == "" || a.Variant == r.set.Variant) }) {
					t.Errorf("%v: the Spec does not declare the condition %q", r, c.Name)
				}
			}
		}
	}
}

// A Spec with a hole cannot enter the catalogue, and is told every hole at once.
func TestASpecWithHolesIsRefused(t *testing.T) {
	err := Spec{ID: "toy", Variants: []Variant{{ID: "a"}}}.Check()
	if err == nil {
		t.Fatal("an empty Spec passes")
	}
	for _, field := range []string{"Name", "Citation", "Algorithm", "Differs", "Turn", "Parameters", "NoiseKnob", "NoiseEnters", "TotalWords", "TotalNotes", "Adjacency", "Note", "New"} {
		if !strings.Contains(err.Error(), field) {
			t.Errorf("nothing is said of %s: %v", field, err)
		}
	}
	defer func() {
		if broken := recover(); broken == nil || len(Catalogue()) == 1 {
			t.Error("it enters the catalogue")
		}
	}()
	Use(Spec{ID: "toy"})
}

// The recipe of doc.go names what Method and Check ask for, no more and no less.
func TestTheRecipeNamesWhatIsAskedFor(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, recipe, _ := strings.Cut(strings.ReplaceAll(string(text), "\n// ", " "), "The compiler asks for")
	methods, rest, _ := strings.Cut(recipe, ".")
	fields, _, _ := strings.Cut(rest[strings.Index(rest, "declares"):], ".")
	var required []string
	for i := range reflect.TypeFor[Method]().NumMethod() {
		required = append(required, reflect.TypeFor[Method]().Method(i).Name)
	}
	named := func(text string) []string {
		list := regexp.MustCompile(`[A-Z][A-Za-z]+`).FindAllString(text, -1)
		slices.Sort(list)
		return list
	}
	if !slices.Equal(named(methods), required) {
		t.Errorf("the recipe names %v, and Method has %v", named(methods), required)
	}
	var asked []string
	holes := Spec{Variants: []Variant{{}}}.Check().Error()
	for i := range reflect.TypeFor[Spec]().NumField() {
		if name := reflect.TypeFor[Spec]().Field(i).Name; regexp.MustCompile(`\b` + name + `\b`).MatchString(holes) {
			asked = append(asked, name)
		}
	}
	slices.Sort(asked)
	if !slices.Equal(named(fields), asked) {
		t.Errorf("the recipe names %v, and Check asks for %v", named(fields), asked)
	}
}
