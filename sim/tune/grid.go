package tune

import (
	"slices"

	"admmlab/sim/config"
)

// cell is a setting of a method.
type cell struct {
	of      int   // of Plan.methods
	presses []int // a key: of an arrow, from the session's value; four are a factor of ten where they multiply
	asked   config.Config
	fit     config.Config // asked with the noise that spends the budget
	doubt   string        // why that noise does not spend it to the limit, or may not, "" where it does
	why     error         // there is no such noise
	errors  []float64     // by draw, what it is chosen by
	tests   []float64     // by draw, on the test rows

	epsilon, delta float64 // proved, the largest over draws
	told           string  // what there is to know of its data
}

// shape is how far the grid reaches from the session's value, in presses, and how far
// apart its points are. With few keys it reaches two decades each way.
func shape(keys int) (reach, stride int) {
	switch keys {
	case 1:
		return 8, 2
	case 2:
		return 8, 4
	}
	return 4, 4
}

// grid are the settings to begin with: the session's own first, then those around it.
func (m method) grid() []cell {
	reach, stride := shape(len(m.keys))
	lists := [][]int{nil}
	for range m.keys {
		var longer [][]int
		for _, l := range lists {
			for at := -reach; at <= reach; at += stride {
				longer = append(longer, append(slices.Clone(l), at))
			}
		}
		lists = longer
	}
	slices.SortStableFunc(lists, func(a, b []int) int { return far(a) - far(b) })
	return m.cells(lists, nil)
}

// far is how far presses lie from the session's values.
func far(presses []int) int {
	sum := 0
	for _, n := range presses {
		sum += max(n, -n)
	}
	return sum
}

// around are the neighbours of a setting at half the distance of the grid, without known
// ones.
func (m method) around(center cell, known []cell) []cell {
	_, stride := shape(len(m.keys))
	var lists [][]int
	for k := range m.keys {
		for _, by := range []int{-stride / 2, stride / 2} {
			l := slices.Clone(center.presses)
			l[k] += by
			lists = append(lists, l)
		}
	}
	return m.cells(lists, known)
}

// cells are the settings at lists of presses. At the end of a key's range presses lead to
// the same value: such settings, and known ones, are there once.
func (m method) cells(lists [][]int, known []cell) []cell {
	seen := map[string]bool{}
	for _, c := range known {
		seen[c.asked.Text()] = true
	}
	var list []cell
	for _, l := range lists {
		c := cell{presses: l, asked: m.session}
		fits := true
		for k, key := range m.keys {
			knob, _ := config.KnobOf(m.session, key)
			if l[k] == 0 {
				continue
			}
			next, err := knob.Assign(c.asked, knob.Nudge(m.session, l[k]))
			if fits = err == nil; !fits {
				break
			}
			c.asked = next
		}
		if text := c.asked.Text(); fits && !seen[text] {
			seen[text] = true
			list = append(list, c)
		}
	}
	return list
}

// round is one of successive halving: so many settings get so many draws more.
type round struct{ settings, draws int }

// finalists is how many settings are left after the last round of halving.
const finalists = 3

// halving are the rounds for n settings.
func halving(n int) []round {
	var list []round
	for left := n; left > finalists; left /= 2 {
		list = append(list, round{left, n / left})
	}
	return list
}

// pulls is how many runs rounds take.
func pulls(rounds []round) int {
	sum := 0
	for _, r := range rounds {
		sum += r.settings * r.draws
	}
	return sum
}

// used is how many draws each setting that is left behind rounds has had.
func used(rounds []round) int {
	sum := 0
	for _, r := range rounds {
		sum += r.draws
	}
	return sum
}
