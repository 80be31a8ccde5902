package grid

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
)

var sheet = Paper{Back: color.RGBA{13, 17, 23, 255}, Ink: color.RGBA{230, 237, 243, 255}}

// drawn is what a picture holds, read as XML.
type drawn struct {
	texts []struct {
		at    [2]float64
		wide  float64
		text  string
		looks string
	}
	paths map[string]string // by colour
}

func parse(t *testing.T, svg string) (d drawn) {
	t.Helper()
	d.paths = map[string]string{}
	reader := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := reader.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			a := map[string]string{}
			for _, one := range token.Attr {
				a[one.Name.Local] = one.Value
			}
			number := func(name string) float64 { f, _ := strconv.ParseFloat(a[name], 64); return f }
			switch token.Name.Local {
			case "text":
				d.texts = append(d.texts, struct {
					at    [2]float64
					wide  float64
					text  string
					looks string
				}{[2]float64{number("x"), number("y")}, number("textLength"), "", a["fill"] + a["font-weight"]})
			case "path":
				d.paths[strings.TrimPrefix(a["fill"], "none")+a["stroke"]] += a["d"]
			}
		case xml.CharData:
			if n := len(d.texts); n > 0 && strings.TrimSpace(string(token)) != "" {
				d.texts[n-1].text += string(token)
			}
		}
	}
}

// Every letter of the screen is in its picture, where it stands, in its look and as wide
// as its cells; nothing of a text begins a tag.
func TestAPictureHasEveryLetterInItsPlace(t *testing.T) {
	g := New(30, 4)
	blue := NewPaint(lipgloss.NewStyle().Bold(true).Foreground(color.RGBA{86, 180, 233, 255}))
	g.Text(0, 0, 30, "<script>&\"'] α̂  two  ● on", nil)
	g.Text(3, 2, 30, "a b", blue)
	g.Text(0, 1, 30, "bold", NewPaint(lipgloss.NewStyle().Bold(true)))
	g.Text(0, 3, 30, "สั่งซื้อ \u0301 ─\u0302", nil)
	got := New(30, 4)
	d := parse(t, g.SVG(sheet))
	for _, one := range d.texts {
		x, y := one.at[0]/cellWide, (one.at[1]-baseline)/cellHigh
		if x != math.Trunc(x) || y != math.Trunc(y) || one.wide != cellWide*float64(Cells(one.text)) {
			t.Errorf("%+v is off its cells", one)
		}
		paint, want := Paint(nil), "#e6edf3"
		switch y {
		case 1:
			paint, want = NewPaint(lipgloss.NewStyle().Bold(true)), "#e6edf3bold"
		case 2:
			paint, want = blue, "#56b4e9bold"
		}
		if got.Text(int(x), int(y), 30, one.text, paint); one.looks != want {
			t.Errorf("%q looks %s, want %s", one.text, one.looks, want)
		}
	}
	if got.String() != g.String() {
		t.Errorf("%q, want %q", got.String(), g.String())
	}
}

// Lines of neighbouring cells meet, also those that bend, and a cell that is filled is
// filled to its edges.
func TestAPictureDrawsLinesThatMeet(t *testing.T) {
	for text, want := range map[string][]string{
		"──": {"M0 8.5L16 8.5"},
		"│":  {"M4 8.5L4 0", "M4 8.5L4 17"},
		"╭":  {"M8 8.5Q4 8.5 4 17"},
		"╯":  {"M0 8.5Q4 8.5 4 0"},
		"╱":  {"M0 17L8 0"},
		"║":  {"M2.5 8.5L2.5 0", "M5.5 8.5L5.5 0", "M2.5 8.5L2.5 17", "M5.5 8.5L5.5 17"},
		"╳":  {"M0 17L8 0", "M0 0L8 17"},
		"█":  {"M0 0h8v17h-8z"},
		"▄":  {"M0 8.5h8v8.5h-8z"},
		"▌":  {"M0 0h4v17h-4z"},
		"▞":  {"M4 0h4v8.5h-4z", "M0 8.5h4v8.5h-4z"},
	} {
		g := New(2, 1)
		g.Text(0, 0, 2, text, nil)
		d := parse(t, g.SVG(sheet))
		for _, w := range want {
			if path := d.paths["#e6edf3"]; !strings.Contains(path, w) || len(path) != len(strings.Join(want, "")) {
				t.Errorf("%s is %q, want %q", text, path, want)
			}
		}
		if len(d.texts) > 0 {
			t.Errorf("%s is written", text)
		}
	}
	// A line reaches the side of its cell exactly where the neighbour's begins.
	for r, list := range arms {
		for _, arm := range strings.ToLower(strings.TrimPrefix(list, "=")) {
			x, y := sides[arm][0], sides[arm][1]
			if x != 0 && x != 1 && y != 0 && y != 1 {
				t.Errorf("%c ends inside of its cell: %v", r, fmt.Sprint(x, y))
			}
		}
	}
}
