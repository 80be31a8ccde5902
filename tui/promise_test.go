package tui

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/scene"

	"github.com/charmbracelet/x/ansi"
)

// standing is a total that may stand on the screen.
type standing struct {
	who       string // of the run, for messages
	iteration int
	goes      config.Config // what it goes with
}

// neighbours are what the totals of c compare, in one word.
func neighbours(c config.Config) string {
	return c.Spec().Adjacency[c.Spec().AdjacencyOf(&c.Set)].Word
}

// apart is what is wrong with a total in a piece of a line where something else is read, "" for
// nothing: there its own neighbours and that it has another δ stand beside it.
func (total standing) apart(read config.Config, piece string) string {
	who, row := neighbours(total.goes), []rune(piece)
	ofTable := len(row) > 2 && row[0] == row[1] && row[0] != ' '
	switch {
	case who != neighbours(read) && !strings.Contains(piece, who):
		return "its neighbours are others and not named"
	case total.goes.Set.Delta != read.Set.Delta && !strings.Contains(piece, "δ"):
		return "its δ is another and not named"
	case ofTable && !strings.Contains(piece, who) && (strings.Contains(piece, "removed") || strings.Contains(piece, "replaced")):
		return "its row names other neighbours"
	}
	return ""
}

// total gives a run totals that no other number on the screen looks like, each proved at the δ
// that is in force, and printed ones that are others.
func total(h *scene.History, k int) {
	h.Ranges[scene.PrivacyChart], h.Extents[scene.PrivacyChart] = h.Ranges[scene.PrivacyChart].Grow(0, 0), scene.Extent{}
	h.Values, h.Newest = slices.Clone(h.Values), slices.Clone(h.Newest)
	for q := range h.Values {
		h.Values[q] = slices.Clone(h.Values[q])
	}
	for t := 1; t <= h.Last(); t++ {
		tight := 3.021 + 1.1*float64(k) + 0.0213*float64(t)
		for q, v := range map[scene.Quantity]float64{scene.Epsilon: tight + 0.517, scene.Proved: tight, scene.Tight: tight, scene.TightDelta: h.Under(h.Config, t).Set.Delta, scene.Delta: 0} {
			switch was := h.At(scene.Tight, t); {
			case q == scene.TightDelta || q == scene.Delta:
			case math.IsNaN(was) || math.IsInf(was, 1) && q != scene.Epsilon:
				v = was
			}
			if t == h.Last() {
				h.Newest[q] = v
			}
			h.Values[q][t-1] = v
		}
		numbers := make([]float64, scene.Quantities())
		for q := range numbers {
			numbers[q] = h.At(scene.Quantity(q), t)
		}
		h.Grow(numbers)
	}
}

// turnedAt gives a run, of which all is known, other neighbours and another δ before iteration
// from.
func turnedAt(h *scene.History, from int, adjacency string, delta float64) {
	before := h.Regimes[0].Set.Clone()
	before.Adjacency, before.Delta = adjacency, delta
	later := h.Regimes[0]
	later.From, later.Promises = from, true
	h.Regimes[0].Set = &before
	h.Regimes = append(h.Regimes[:1:1], later)
}

// Wherever a total stands, at every size and in every lens, what it goes with stands there, too:
// the neighbours and the δ of the run at the keys in the iteration that is read somewhere on the
// screen, those of any other total beside it.
func TestEveryTotalStandsWithItsOwnPromise(t *testing.T) {
	under := func(adjacency string, delta float64) config.Config {
		c := config.Default()
		c.Set.Adjacency, c.Set.Delta = adjacency, delta
		return c
	}
	beside := func(s *stage, c config.Config) { s.m.desk.AddBeside(c, "") }
	scenes := map[string]func(s *stage){
		"alone, turned on the way": func(s *stage) {
			s.batch(9)
			s.changed("adjacency = remove", 10, true)
			s.batch(10, s.changed("delta = 0.003", 10, true))
		},
		"alone, turned, and a change that waits": func(s *stage) {
			s.batch(9)
			s.batch(10, s.changed("adjacency = remove", 10, true))
			s.batch(0, s.changed("adjacency = replace", 20, true))
		},
		"a copy beside, both turned alike": func(s *stage) {
			beside(s, s.config.WithMethod("pvp"))
			s.batch(19)
			for _, h := range s.m.scene.Histories() {
				turnedAt(h, 10, "remove", 0.003)
			}
		},
		"a copy beside, this one turned": func(s *stage) {
			beside(s, s.config.WithMethod("mradmm"))
			s.batch(9)
			s.changed("adjacency = remove", 10, true)
			s.batch(10, s.changed("delta = 0.003", 10, true))
		},
		"a copy of the same method beside, this one turned": func(s *stage) {
			beside(s, s.config)
			s.batch(9)
			s.batch(10, s.changed("adjacency = remove", 10, true))
		},
		"three beside, each its own": func(s *stage) {
			for i, method := range []string{"mradmm", "dvp", "sharing"} {
				c := s.config.WithMethod(method)
				c.Set.Delta = []float64{0.0123, 0.2, 1e-5}[i]
				if i == 0 {
					c.Set.Adjacency = "remove"
				}
				beside(s, c)
			}
			s.batch(19)
			turnedAt(s.m.scene.Companions[1].Run, 10, "remove", 0.2)
		},
		"the same twice, of another promise": func(s *stage) {
			beside(s, under("remove", 0.1))
			beside(s, under("remove", 0.1))
			s.batch(19)
		},
		"a lapse": func(s *stage) {
			beside(s, under("remove", 0.1))
			s.batch(9)
			s.lapsed, s.reason = 15, "a row is longer than 1"
			s.batch(10, s.changed("adjacency = remove", 10, true))
			s.batch(5, s.changed("adjacency = replace", 20, true))
		},
		"the run before, of another promise": func(s *stage) {
			s.batch(19)
			turnedAt(s.m.scene.Run, 10, "remove", 0.003)
			s.m.desk.Renew(under("replace", 1e-5))
			s.begun().batch(17)
		},
		"the run before and pinned trails, alike": func(s *stage) {
			s.batch(19)
			s.m.desk.Renew(under("replace", 1e-5))
			s.begun().batch(17)
			for _, h := range []*scene.History{s.m.scene.Ghost, s.m.scene.Run} {
				turnedAt(h, 10, "remove", 0.003)
			}
			kept := s.m.scene.Ghost.Until(16, under("replace", 1e-5), sim.Row{})
			s.m.scene.Kept = []*scene.History{kept}
		},
	}
	turnedOnTheWay := func(c config.Config, words ...string) config.Config {
		for _, w := range words {
			e, err := config.ParseEvent(w)
			if err != nil {
				t.Fatal(err)
			}
			c.Events = append(c.Events, e)
		}
		return c
	}
	maps.Copy(scenes, map[string]func(s *stage){
		"before the first row, the run before of another promise": func(s *stage) {
			s.batch(19)
			s.m.desk.Renew(under("remove", 0.1))
			s.begun()
		},
		"before the first row beside one that has rows": func(s *stage) {
			beside(s, under("remove", 0.1))
			s.batch(19)
			s.m.desk.Renew(under("replace", 1e-5))
			s.begun()
		},
		"a pinned run that turned on the way": func(s *stage) {
			s.batch(19)
			s.m.desk.Renew(under("replace", 1e-5))
			s.begun().batch(17)
			g := s.m.scene.Ghost
			g.Config, g.Regimes, g.Mixed = turnedOnTheWay(under("remove", 0.1), "at 10: adjacency = replace", "at 10: delta = 1e-5"), nil, true
		},
		"a fork before the change": func(s *stage) {
			s.batch(9)
			s.changed("adjacency = remove", 10, true)
			s.batch(10, s.changed("delta = 0.003", 10, true))
			s.m.scene.Cursor = 8
			s.press("F")
			s.begun().batch(14)
		},
		"a person beside a column": func(s *stage) {
			person := s.config.WithMethod("sharing")
			person.Set.Adjacency = "person"
			s.m.desk.Renew(person)
			s.begun()
			column := s.config.WithMethod("sharing")
			column.Set.Adjacency = "column"
			beside(s, column)
			beside(s, under("remove", 0.1))
			s.batch(19)
		},
		"no noise here": func(s *stage) {
			s.batch(19)
			s.m.desk.Renew(s.config.WithMethod("admm"))
			s.begun()
			beside(s, under("remove", 0.1))
			beside(s, s.config.WithMethod("pvp"))
			s.batch(19)
			for _, v := range s.m.scene.Run.Values[scene.Tight : scene.Tight+1] {
				for t := range v {
					v[t] = math.NaN()
				}
			}
			s.m.scene.Run.Newest[scene.Tight] = math.NaN()
		},
		"nothing proved here, another promise beside": func(s *stage) {
			beside(s, under("remove", 0.1))
			s.batch(19)
			for t := range 19 {
				s.m.scene.Run.Values[scene.Tight][t] = math.Inf(1)
			}
			s.m.scene.Run.Newest[scene.Tight] = math.Inf(1)
		},
	})
	number := regexp.MustCompile(`[0-9]+\.?[0-9]*`)
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 15}, {40, 12}} {
		for name, prepare := range scenes {
			c := under("replace", 1e-5)
			s := newStage(t, c, size[0], size[1]).begun()
			prepare(s)
			runs := map[string]*scene.History{}
			for i, h := range s.m.scene.Histories() {
				runs[fmt.Sprint("run ", i)] = h
			}
			if s.m.scene.Ghost != nil {
				runs["the run before"] = s.m.scene.Ghost
			}
			for i, h := range s.m.scene.Kept {
				runs[fmt.Sprint("kept run ", i)] = h
			}
			all := map[string]standing{}
			for k, who := range slices.Sorted(maps.Keys(runs)) {
				h := runs[who]
				total(h, k)
				for _, it := range []int{7, 14, h.Last()} {
					goes := standing{who, it, h.Under(h.Config, it)}
					all[scene.Bound(h.At(scene.Tight, it))], all[scene.Bound(h.At(scene.Epsilon, it))] = goes, goes
				}
			}
		shots:
			for _, keys := range [][]string{nil, {"tab", "tab"}, {"c"}, {"E"}, {"L"}, {"E", "z"}} {
				s.m.scene.Cursor = 0
				s.m.scene.Message = scene.Message{}
				s.press(keys...)
				for _, cursor := range []int{0, min(7, s.m.scene.Run.Last())} {
					s.m.scene.Cursor, s.m.scene.Dirty = cursor, true
					frame := ansi.Strip(s.frame())
					read := s.m.scene.ConfigAt(s.m.scene.At())
					fail := func(format string, args ...any) {
						t.Errorf("%s, %dx%d, %q, at %d: %s:\n%s", name, size[0], size[1], keys, cursor, fmt.Sprintf(format, args...), frame)
					}
					found := false
					lines := strings.Split(frame, "\n")
					for y, line := range lines {
						below := strings.Split(lines[min(y+1, len(lines)-1)], "│")
						for x, piece := range strings.Split(line, "│") {
							if x < len(below) && strings.Contains(piece, "ε ≤") { // a sentence, which goes on
								piece += below[x]
							}
							for _, n := range number.FindAllString(piece, -1) {
								one, known := all[n]
								if !known {
									continue
								}
								found = found || scene.PromiseWords(one.goes, read) == ""
								if wrong := one.apart(read, piece); wrong != "" {
									fail("%s of %s in iteration %d: %s: %q", n, one.who, one.iteration, wrong, piece)
									break shots
								}
							}
						}
					}
					if !found {
						continue
					}
					if !strings.Contains(frame, neighbours(read)) {
						fail("nothing says what the totals compare (%s)", neighbours(read))
						break shots
					}
					if !strings.Contains(frame, "δ") || !strings.Contains(frame, numeral.AtMost(read.Set.Delta, 3)) {
						fail("no δ")
						break shots
					}
				}
				s.m.scene.Cursor = 0
				s.press("esc", "esc")
				if slices.Contains(keys, "L") {
					s.press("L")
				}
			}
		}
	}
}

// A printed total at a larger δ than the headline's says so beside its curve, on the screen and
// on paper; what is spent without a bound says what neighbours differ in.
func TestWhatIsPrintedAndWhatIsSpentSayWhatTheyGoWith(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(9)
	h := s.m.scene.Run
	total(h, 0)
	names := func() (list []string) {
		for _, f := range s.m.exports.Figure(scene.PrivacyChart).Series {
			list = append(list, f.Label)
		}
		return list
	}
	for delta, want := range map[float64]string{0: "printed", 1e-5: "printed", 4.001e-5: "printed δ 4.01e-5"} {
		h.Newest[scene.Delta] = delta
		if got := names(); !slices.Contains(got, want) {
			t.Errorf("at δ = %g the curves on paper are %q, want %q among them", delta, got, want)
		}
		if signs := s.m.chart(scene.PrivacyChart).Signs(&s.m.scene); !slices.ContainsFunc(signs, func(sign scene.Sign) bool { return sign.Means == "this run, as its paper counts it" }) {
			t.Errorf("at δ = %g the printed curve is not explained: %+v", delta, signs)
		}
	}
	h.Newest[scene.Tight], h.Newest[scene.Spent] = math.NaN(), 12.34
	if got := s.m.scene.Promise(9)[0]; !strings.HasPrefix(got, "one column changed by at most 1: spent so far 12.4 at δ = 1e-5, no guarantee: ") {
		t.Errorf("spent: %q", got)
	}
	s.m.scene.Dirty = true
	s.shows("one column changed by at")
}

// Nodes are hollow where nothing is promised: after the guarantee lapsed, and wherever the
// method adds no noise.
func TestNodesAreHollowWhereNothingIsPromised(t *testing.T) {
	for _, c := range []struct {
		method string
		lapsed int
		hollow bool
	}{{"dvp", 0, false}, {"dvp", 3, true}, {"admm", 0, true}} {
		s := newStage(t, config.Default().WithMethod(c.method), 120, 36).begun()
		s.lapsed, s.reason = c.lapsed, "the noise is off"
		frame := s.batch(9).frame()
		for _, marks := range []struct {
			of   string
			want bool
		}{{"○◇△", c.hollow}, {"●◆▲", !c.hollow}} {
			if got := regexp.MustCompile("[" + marks.of + "] [0-9]+ (near|apart|far)").MatchString(frame); got != marks.want {
				t.Errorf("%s, lapsed at %d: %s in the legend: %v\n%s", c.method, c.lapsed, marks.of, got, frame)
			}
		}
		if strings.Contains(frame, "hollow: no guarantee") != c.hollow {
			t.Errorf("%s, lapsed at %d: hollow is told: %v\n%s", c.method, c.lapsed, !c.hollow, frame)
		}
	}
}
