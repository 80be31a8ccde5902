package plane

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// table are the runs in numbers at the iteration that is read, each with the trusted
// curator at its total. In few rows the words below go first, and the last row then counts
// the runs that are not there; what ε promises stays longest.
func (p *Plane) table(s *scene.Scene, v view, width, height int) []grid.Line {
	const marked, column = 3, 9
	field := 4
	v.runs = slices.Clone(v.runs)
	for i, name := range s.Read() { // a trail ends with what is newest, and is called by that
		v.runs[i].name = name
	}
	for _, r := range v.runs {
		field = max(field, grid.Cells(r.name))
	}
	field = max(8, min(field+1, width-marked-4*column))
	row := func(mark, name string, values ...string) string {
		text := grid.Pad(mark, marked) + grid.Pad(grid.Fit(name, field-1), field)
		for _, v := range values {
			text += grid.PadLeft(v, column)
		}
		return text
	}
	what := "error %"
	if p.Loss {
		what = s.LossName()
	}
	lines := []grid.Line{{Text: row("", "run", "t", what, "ε", "curator"), Paint: s.Theme.Dim}}
	for _, r := range v.runs {
		t := s.At()
		if r.past() {
			t = r.h.Last()
			if s.Cursor > 0 {
				t = s.Cursor
			}
		}
		t = r.h.Kept(min(t, r.h.Last()))
		epsilon, ok := r.promised(t)
		total, curator := "no bound", "-"
		if t == 0 {
			total = "-"
		}
		if ok {
			total = scene.Bound(epsilon)
			if s.Levels != nil && !s.HideLevels && s.OfNewest(r.h, t) && p.comparable(s, r.h, t) {
				if l, known := s.Levels.CuratorAt(epsilon); known {
					curator = l.Told(scene.Reading(p.of(s, l), numeral.Short))
				}
			}
		}
		stroke := chart.Stroke(r.role, s.ASCII)
		told := func(values ...string) string {
			return row(stroke+stroke, r.name, append([]string{fmt.Sprint(t), scene.Reading(r.h.At(p.quantity(s), t), numeral.Short)}, values...)...)
		}
		text := told(total, curator)
		if but := s.OtherTotal(r.h, t); but != "" && ok {
			// What a total is of is not left out, whatever else goes for it.
			note := "  " + but
			switch room := width - grid.Cells(note); {
			case grid.Cells(text) <= room:
				text += note
			case grid.Cells(told(total)) <= room:
				text = told(total) + note
			default:
				text = told(scene.OtherEpsilon, curator)
			}
		}
		lines = append(lines, grid.Line{Text: text, Paint: s.RolePaint(r.role)})
	}
	const legend = 1
	switch more := len(lines) + legend - height; {
	case height < legend:
		return nil
	case height < 3+legend && more > 0:
		lines = nil // a heading and a count alone
	case more > 0:
		room := height - legend
		var names []string
		for _, r := range v.runs[room-2:] {
			names = append(names, r.called(s))
		}
		words := fmt.Sprintf("and %d more: %s", more+1, strings.Join(names, ", "))
		lines = append(lines[:room-1], grid.Line{Text: grid.Fit(strings.Repeat(" ", marked)+words, width), Paint: s.Theme.Dim})
	}
	return append(lines, p.legendLine(s, v, width))
}

// comparable reports whether a loss of a run in iteration t has the factor that the curator's has, which
// is that of the run at the keys.
func (p *Plane) comparable(s *scene.Scene, h *scene.History, t int) bool {
	return !p.Loss || !s.Factor() || slices.Equal(h.Under(h.Config, t).Set.C, s.ConfigAt(s.Run.Last()).Set.C)
}

// legendLine is the line below: no total stands without it.
func (p *Plane) legendLine(s *scene.Scene, v view, width int) grid.Line {
	return grid.Line{Text: grid.Fit(p.legend(s, v, width), width), Paint: s.Theme.Dim}
}

// legend says what ε promises, and what the signs are as far as the line has room.
func (p *Plane) legend(s *scene.Scene, v view, width int) string {
	signs := chart.SignsOf(s.ASCII)
	newest, read, promise := signs.Point+" newest", "", ""
	if len(v.runs) > 1 {
		newest += " of each"
	}
	if s.Cursor > 0 {
		read = fmt.Sprintf("%s t = %d", signs.Read, s.Cursor)
		before := func(r run) bool {
			e, ok := r.promised(s.Cursor)
			return ok && e < v.axis.Low && s.Cursor <= r.h.Last()
		}
		if before(v.runs[0]) {
			read += " before the axis"
		} else if slices.ContainsFunc(v.runs, before) {
			read += ", some before the axis"
		}
	}
	if c := s.ConfigAt(s.At()); c.Spec().Private() {
		promise = config.NeighbourWords(c)
		if _, delta := s.Honest(s.At()); delta > 0 && !math.IsNaN(delta) {
			promise += ", δ = " + numeral.AtMost(delta, 3)
		}
		if slices.ContainsFunc(v.runs, func(r run) bool { return r.h.Varies() }) {
			promise += ", but not throughout"
		}
	}
	words := promise
	for _, piece := range []string{v.keptWords(s), read, newest} {
		switch {
		case words == "":
			words = piece
		case piece != "" && grid.Cells(words+" · "+piece) <= width:
			words += " · " + piece
		}
	}
	return words
}

// keptWords say what the faint trails are, "" where there are none.
func (v view) keptWords(s *scene.Scene) string {
	for _, r := range v.runs {
		if r.role == chart.Trail {
			return chart.Stroke(chart.Trail, s.ASCII) + " kept runs, g hides"
		}
	}
	return ""
}
