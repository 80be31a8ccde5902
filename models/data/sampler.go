package data

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"admmlab/models/elementary"
)

// sampler draws people one after the other.
type sampler struct {
	rng   *rand.PCG
	class table
	draws []draw
	slots []slot    // in the order of the columns
	logit []float64 // one a column

	chosen []uint32  // value index of each draw for the person at hand
	number []float64 // value/maximum of each integer draw
}

// draw is one attribute in the order of sampling.
type draw struct {
	parent int        // an earlier draw; -1 for the first
	tables [2][]table // [class][value index of the parent]
	low    []uint32   // nil for a categorical attribute
	width  []uint32   // high - low + 1
	max    float64    // numeric column maximum
}

// slot writes one attribute into a row.
type slot struct {
	draw    int
	column  int32     // of a numeric attribute
	columns []int32   // of a categorical one, by value index; nil otherwise
	follows []float64 // education-num: the column's entry by value index of education
}

// table is a discrete distribution as cumulative counts.
type table struct {
	upTo  []uint32 // count of all entries so far, the last one the total
	value []uint32
}

func (t *table) add(value, count uint32) {
	total := count
	if n := len(t.upTo); n > 0 {
		total += t.upTo[n-1]
	}
	t.upTo = append(t.upTo, total)
	t.value = append(t.value, value)
}

// below is uniform on 0..n-1: the upper half of a 64 x 64 bit product. Its bias
// is below n/2^64, under 1e-12 for all counts of the model.
func (s *sampler) below(n uint32) uint32 {
	high, _ := bits.Mul64(s.rng.Uint64(), uint64(n))
	return uint32(high)
}

// pick draws from t: the first entry whose cumulative count exceeds a uniform
// number below the total.
func (s *sampler) pick(t *table) uint32 {
	last := len(t.upTo) - 1
	u := s.below(t.upTo[last])
	a, b := 0, last
	for a < b {
		if mid := (a + b) >> 1; t.upTo[mid] > u {
			b = mid
		} else {
			a = mid + 1
		}
	}
	return t.value[a]
}

// person draws one person as the model's description says, appends the row to r
// and returns the label.
func (s *sampler) person(r *Rows) float64 {
	class := s.pick(&s.class)
	for k := range s.draws {
		d := &s.draws[k]
		given := uint32(0)
		if d.parent >= 0 {
			given = s.chosen[d.parent]
		}
		v := s.pick(&d.tables[class][given])
		s.chosen[k] = v
		if d.low != nil {
			n := d.low[v]
			if d.width[v] > 1 {
				n += s.below(d.width[v])
			}
			s.number[k] = float64(n) / d.max
		}
	}
	for k := range s.slots {
		t := &s.slots[k]
		switch {
		case t.columns != nil:
			r.put(t.columns[s.chosen[t.draw]], 1)
		case t.follows != nil:
			r.put(t.column, t.follows[s.chosen[t.draw]])
		default:
			r.put(t.column, s.number[t.draw])
		}
	}
	r.closeUnit()
	// P(y = +1 | x) = 1/(1 + exp(-w . x)), w the model's coefficients
	u := float64(s.rng.Uint64()>>11) / (1 << 53)
	if u*(1+elementary.Exp(-r.Dot(r.Len()-1, s.logit))) < 1 {
		return 1
	}
	return -1
}

// batch is how many people are drawn between two words on the progress: work of
// some 50 ms.
const batch = 1 << 16

// fill draws one person for each label of d.
func (s *sampler) fill(d *Dataset, progress Progress) error {
	for i := range d.Labels {
		if i%batch == batch-1 {
			if err := progress.tell(i, len(d.Labels)); err != nil {
				return err
			}
		}
		d.Labels[i] = s.person(&d.Rows)
	}
	return nil
}

// newSampler lays the model out for drawing. It checks what person relies on,
// so that a wrong model is an error here and not a panic there.
func newSampler(source *censusSource, rng *rand.PCG) (*sampler, error) {
	model, code := source.model, source.code
	s := &sampler{
		rng:    rng,
		logit:  model.LabelLogit,
		chosen: make([]uint32, len(model.Attributes)),
		number: make([]float64, len(model.Attributes)),
	}
	s.class.add(0, model.ClassCounts[0])
	s.class.add(1, model.ClassCounts[1])
	place := make(map[string]int) // name -> draw
	for k := range model.Attributes {
		d, err := newDraw(model, k, place, s.draws)
		if err != nil {
			return nil, err
		}
		s.draws = append(s.draws, d)
		place[model.Attributes[k].Name] = k
	}
	for _, f := range code.fields {
		t, err := newSlot(model, f, place)
		if err != nil {
			return nil, err
		}
		s.slots = append(s.slots, t)
	}
	return s, nil
}

// size is the number of values or bins of the attribute.
func (a *modelAttribute) size() int { return max(len(a.Values), len(a.Low)) }

func newDraw(model *censusModel, k int, place map[string]int, earlier []draw) (draw, error) {
	a := &model.Attributes[k]
	d := draw{parent: -1, max: model.NumericMax[a.Name]}
	given := 1
	if a.Parent != nil {
		p, ok := place[*a.Parent]
		if !ok {
			return d, fmt.Errorf("attribute %s is drawn before %s, on which it depends", a.Name, *a.Parent)
		}
		d.parent, given = p, model.Attributes[p].size()
	}
	if len(a.Low) != len(a.High) || a.Low != nil && d.max <= 0 {
		return d, fmt.Errorf("attribute %s has %d lower and %d upper bounds, maximum %g", a.Name, len(a.Low), len(a.High), d.max)
	}
	for b, low := range a.Low {
		if low < 0 || a.High[b] < low {
			return d, fmt.Errorf("attribute %s has the bin %d..%d", a.Name, low, a.High[b])
		}
		d.low = append(d.low, uint32(low))
		d.width = append(d.width, uint32(a.High[b]-low+1))
	}
	for class, rows := range a.Counts {
		if len(rows) != given {
			return d, fmt.Errorf("attribute %s has %d rows of counts, expected %d", a.Name, len(rows), given)
		}
		d.tables[class] = make([]table, given)
		for g, row := range rows {
			t := &d.tables[class][g]
			for _, pair := range row {
				if int(pair[0]) >= a.size() || pair[1] == 0 {
					return d, fmt.Errorf("attribute %s counts value %d %d times", a.Name, pair[0], pair[1])
				}
				t.add(pair[0], pair[1])
			}
			if len(row) == 0 && (d.parent < 0 || earlier[d.parent].reaches(class, uint32(g))) {
				return d, fmt.Errorf("attribute %s has no counts for class %d and parent value %d", a.Name, class, g)
			}
		}
	}
	return d, nil
}

// reaches reports whether the attribute can take the value in the class.
func (d *draw) reaches(class int, value uint32) bool {
	return slices.ContainsFunc(d.tables[class], func(t table) bool {
		return slices.Contains(t.value, value)
	})
}

func newSlot(model *censusModel, f field, place map[string]int) (slot, error) {
	const follower, followed = "education-num", "education"
	name := f.name
	if name == follower {
		name = followed
	}
	k, ok := place[name]
	if !ok {
		return slot{}, fmt.Errorf("attribute %s is never drawn", f.name)
	}
	t := slot{draw: k, column: f.column}
	for _, value := range model.Attributes[k].Values {
		if f.name == follower {
			t.follows = append(t.follows, model.EducationNum[value]/f.max)
			continue
		}
		column, ok := f.values[value]
		if !ok {
			return t, fmt.Errorf("attribute %s has the value %s, which has no column", f.name, value)
		}
		t.columns = append(t.columns, column)
	}
	return t, nil
}
