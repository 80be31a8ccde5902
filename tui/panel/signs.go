package panel

import (
	"fmt"
	"math"
	"slices"

	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// How far a node's model is from the average model, in lengths of that: up to nearby a node
// counts as near; beyond afar it is farther from the average than the average is from zero.
const (
	nearby = 0.1
	afar   = 1
)

// nearness is how far a node is from the others, in a word.
type nearness int

const (
	near nearness = iota
	apart
	far
	lost // its model is not finite
)

// signs are the marks of nodes; a hollow one has no guarantee.
var signs = [lost + 1]struct {
	mark, hollow, ascii rune
	word, means         string
}{
	near:  {'●', '○', 'o', "near", "within " + numeral.Short(nearby)},
	apart: {'◆', '◇', 'O', "apart", "within " + numeral.Short(afar)},
	far:   {'▲', '△', 'A', "far", "beyond"},
	lost:  {'✕', '✕', 'x', "not finite", ""},
}

// Signs are those of nodes and edges, or of parties.
func (p *network) Signs(s *scene.Scene) (list []scene.Sign) {
	if s.InForce().Spec().Vertical {
		return []scene.Sign{
			{Mark: "|x|", Means: "the length of a party's model"},
			{Mark: "col", Means: "the columns that a party holds"},
			{Mark: "▸Σ−z", Means: "the parties' scores D_m x_m, added up without their noise, less the centre's z"},
		}
	}
	edge := "━━"
	if s.ASCII {
		edge = "--"
	}
	for k, sign := range signs {
		means := sign.word
		if sign.means != "" {
			means += ": " + sign.means
		}
		list = append(list, scene.Sign{Mark: string(mark(s, nearness(k), false)), Means: means})
	}
	list[near].Means += " of the average model's length from the average model"
	list[far].Means += ", farther from the average model than that is from zero"
	list[lost].Means = "its model is " + list[lost].Means
	if !s.ASCII {
		list = append(list, scene.Sign{Mark: "○ ◇ △", Means: "the same, but there is no guarantee"})
	}
	return append(list, scene.Sign{Mark: edge, Means: "an edge: two nodes that hear each other"}, scene.Sign{Mark: "gap", Means: "the spectral gap: the larger, the faster the nodes agree"})
}

// signOf is the sign of a node so far from an average model of that length.
func signOf(distance, length float64) nearness {
	switch r := distance / length; {
	case math.IsNaN(distance) || math.IsInf(distance, 0):
		return lost
	case distance == 0 || r <= nearby:
		return near
	case r <= afar:
		return apart
	}
	return far
}

// mark is how a node with a sign is drawn, hollow where it has no guarantee.
func mark(s *scene.Scene, k nearness, hollow bool) rune {
	switch {
	case s.ASCII:
		return signs[k].ascii
	case hollow:
		return signs[k].hollow
	}
	return signs[k].mark
}

// paintOf is the colour of a sign.
func paintOf(theme scene.Theme, k nearness) grid.Paint {
	switch k {
	case near:
		return theme.Good
	case lost:
		return theme.Bad
	}
	return theme.Warn
}

// spread is how far the nodes are from the average model.
type spread struct {
	nodes    int
	length   float64 // of the average model
	farthest int     // node, from 0; -1 where none has a finite model
	most     float64
	count    [lost + 1]int
}

func spreadOf(now scene.Snapshot) spread {
	p := spread{nodes: len(now.Nodes), length: now.MeanNorm}
	p.farthest, p.most = now.Farthest()
	for _, n := range now.Nodes {
		k := signOf(n.Distance, now.MeanNorm)
		p.count[k]++
	}
	return p
}

// farthestWords say how far the farthest node is from the average model, in that one's length.
func farthestWords(p spread, width int) string {
	name := fmt.Sprintf("farthest node %d: ", p.farthest+1)
	switch {
	case p.farthest < 0:
		return "no node has a finite model"
	case p.nodes == 1:
		return "one node, with nobody to agree with"
	case p.most == 0:
		return "all nodes have the same model"
	case p.length == 0:
		return name + numeral.Short(p.most) + ", and the average model is 0"
	}
	words := ""
	for _, words = range scene.LengthWords(p.most / p.length) {
		if words = name + words; len(grid.Wrap(words, width)) <= 2 {
			break
		}
	}
	return words
}

// legend says what the signs in sight mean and how many nodes have each, and last what a
// hollow one means; in full it says of every sign where it begins.
func legend(s *scene.Scene, p spread, hollow, full bool) (groups [][]string) {
	var list []string
	for k, n := range p.count {
		if n == 0 && !full {
			continue
		}
		words := fmt.Sprintf("%c %s %s", mark(s, nearness(k), hollow), numeral.Group(n), signs[k].word)
		if full && signs[k].means != "" {
			words += ": " + signs[k].means
		}
		list = append(list, words)
	}
	groups = append(groups, list)
	switch {
	case hollow && s.ASCII:
		groups = append(groups, []string{"no guarantee"})
	case hollow || full && !s.ASCII:
		groups = append(groups, []string{"hollow: no guarantee"})
	}
	return groups
}

// flow puts items into lines, two cells apart. Groups that would need more than most lines
// are left out whole, and reported.
func flow(groups [][]string, width, most int) (lines []string, whole bool) {
	whole = true
	for _, items := range groups {
		with := slices.Clone(lines)
		for _, item := range items {
			last := len(with) - 1
			if last >= 0 && grid.Cells(with[last])+2+grid.Cells(item) <= width {
				with[last] += "  " + item
				continue
			}
			with = append(with, grid.Wrap(item, width)...)
		}
		if len(with) > most {
			whole = false
			continue
		}
		lines = with
	}
	return lines, whole
}

// each are the distances of all nodes, in lengths of the average model.
func each(now scene.Snapshot) []string {
	var list []string
	for i, n := range now.Nodes {
		list = append(list, fmt.Sprintf("%d: %s", i+1, numeral.Short(n.Distance/now.MeanNorm)))
	}
	return list
}
