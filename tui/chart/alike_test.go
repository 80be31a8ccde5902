package chart

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Curves of one role cannot be told apart by their strokes: where several have names, none of these lies
// on any of them, as it may on its own where that is the only one.
func TestNoNameLiesOnACurveLikeItsOwn(t *testing.T) {
	trail := func(label string, from int, shift float64) Series {
		s := Series{Label: label, Role: Trail, Ends: true}
		for k := range 60 {
			s.Places, s.Values = append(s.Places, from+3*k), append(s.Values, shift-float64(k)/150)
		}
		return s
	}
	named := 0
	for width := 30; width <= 120; width += 3 {
		for height := 5; height <= 24; height++ {
			flat := func(role Role, value float64) Series {
				return Series{Role: role, Places: []int{0, Finest}, Values: []float64{value, value}}
			}
			o := Options{Width: width, Height: height, Last: Finest, Cursor: NoCursor, Range: Range{Low: 0, High: 4}}
			first, second := trail("first of two", 20, 1), trail("second of two", 150, 1.1)
			with := Draw([]Series{flat(Second, 0.3), first, second, flat(Third, 2.2)}, nil, nil, o)
			first.Label, second.Label = "", ""
			without := Draw([]Series{flat(Second, 0.3), first, second, flat(Third, 2.2)}, nil, nil, o)
			names := 0
			for y := range height {
				for x := range width {
					if one, other := without.At(x, y), with.At(x, y); one.Role == Trail && one != other {
						t.Fatalf("%d x %d: %q in place of %q at column %d, row %d:\n%s", width, height, other.Rune, one.Rune, x, y, text(with))
					} else if one.Role == Blank && other.Rune == 'w' {
						names++
					}
				}
			}
			named += names
		}
	}
	if named < 100 {
		t.Errorf("%d names in 620 charts", named)
	}
}

// A point marks the end of a curve also where another one runs through it.
func TestNoCurveHidesTheEndOfAnother(t *testing.T) {
	for _, role := range []Role{Trail, Second, Reference, Main} {
		over := Series{Role: Main, Places: []int{0, Finest}, Values: []float64{1, 1}}
		short := Series{Role: role, Places: []int{0, 500}, Values: []float64{1, 1}, Ends: true}
		for _, list := range [][]Series{{short, over}, {over, short}} {
			c := Draw(list, nil, nil, Options{Width: 60, Height: 8, Last: Finest, Cursor: NoCursor, Range: Range{Low: 0, High: 4}})
			if strings.Count(text(c), "●") != 1 {
				t.Errorf("role %d: no end is seen:\n%s", role, text(c))
			}
		}
	}
}

// The value of the main series has no stroke before it: none stands right behind the name of another curve
// that tells no value, as if it were that one's.
func TestNoValueStandsBehindTheNameOfAnother(t *testing.T) {
	draw := rand.New(rand.NewPCG(6, 1))
	behind := regexp.MustCompile(`(MR-ADMM|PVP|previous) {1,3}(DVP )?[0-9]`)
	for n := range 4000 {
		curve := func(role Role, label string) Series {
			s := Series{Role: role, Label: label, From: 1}
			for range 60 - draw.IntN(30) {
				s.Values = append(s.Values, 0.5+draw.Float64()/2)
			}
			return s
		}
		c := Draw([]Series{curve(Ghost, "previous"), curve(Fourth, "MR-ADMM"), curve(Second, "PVP"), curve(Main, "DVP")}, nil, nil,
			Options{Width: 26 + n%60, Height: 4 + n%13, First: 1, Last: 60, Cursor: NoCursor})
		for y, line := range c.Lines() {
			for _, at := range behind.FindAllStringIndex(line, -1) {
				if c.At(utf8.RuneCountInString(line[:at[1]])-1, y).Role == EndLabel {
					t.Fatalf("%d x %d, draw %d: a value behind another's name:\n%s", c.Width, c.Height, n, text(c))
				}
			}
		}
	}
}

// A name among curves that look alike stands nearer to the end of its own than to that of another, or right
// behind its own.
func TestANameAmongCurvesAlikeIsAtItsOwn(t *testing.T) {
	draw := rand.New(rand.NewPCG(12, 7))
	named := 0
	for n := range 3000 {
		var list []Series
		var ends []int
		for k := range 5 {
			s := Series{Role: Trail, Label: fmt.Sprint("name ", k), Ends: true}
			from, to := draw.IntN(300), 300+draw.IntN(700)
			for place := from; place <= to; place += 20 {
				s.Places, s.Values = append(s.Places, place), append(s.Values, draw.Float64())
			}
			ends = append(ends, s.Places[len(s.Places)-1])
			list = append(list, s)
		}
		o := Options{Width: 40 + n%100, Height: 5 + n%20, Last: Finest, Cursor: NoCursor, Range: Range{Low: 0, High: 1}}
		c := Draw(list, nil, nil, o)
		f := layout(o, false)
		f.first, f.last = 0, Finest
		p := picture{f: f, scale: newScale(o, f.rows, nil)}
		at := func(k int) (x, y int) {
			v := list[k].Values
			return f.left + f.column(ends[k]), p.y(p.scale.row(v[len(v)-1]))
		}
		for y, line := range c.Lines() {
			for k := range list {
				before, _, found := strings.Cut(line, fmt.Sprint("name ", k))
				if !found {
					continue
				}
				named++
				x := utf8.RuneCountInString(before) - 1 // with its stroke
				away := func(k int) int {
					column, row := at(k)
					return max(x-column, column-(x+6), 0) + max(y-row, row-y)
				}
				if column, row := at(k); y == row && x == column+2 {
					continue
				}
				for other := range list {
					if other != k && away(other) <= away(k) {
						t.Fatalf("%d x %d, draw %d: the end of %d is no nearer to its name than that of %d:\n%s", o.Width, o.Height, n, k, other, text(c))
					}
				}
			}
		}
	}
	if named < 1000 {
		t.Errorf("%d names", named)
	}
}
