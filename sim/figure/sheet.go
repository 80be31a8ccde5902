package figure

import (
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"admmlab/sim/escape"
)

// Sheet is several charts on one page, as the panels of a figure in print.
type Sheet struct {
	Title   string
	Panels  []Chart // from the upper left, row by row
	Columns int     // panels side by side, at least 1
}

const (
	panelWidth, panelHeight = 5.2 * vg.Inch, 3.7 * vg.Inch
	head                    = 0.45 * vg.Inch // the title of the sheet
	rim                     = 0.15 * vg.Inch
	smallest                = vg.Length(8) // letters
)

// Write draws s in one of Formats.
func (s Sheet) Write(w io.Writer, format string) (err error) {
	defer noFonts(s.Title, &err)
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("drawing %s as %q: expected one of %v", s.Title, format, Formats)
	}
	columns := max(1, min(s.Columns, len(s.Panels)))
	rows := max(1, (len(s.Panels)+columns-1)/columns)
	out, err := draw.NewFormattedCanvas(vg.Length(columns)*panelWidth, vg.Length(rows)*panelHeight+head, format)
	if err != nil {
		return fmt.Errorf("drawing %s as %s: %w", s.Title, format, err)
	}
	page := draw.New(out)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	plots, words := make([][]*plot.Plot, rows), make(map[*plot.Plot]beside)
	for r := range plots {
		plots[r] = make([]*plot.Plot, columns)
	}
	for i, c := range s.Panels {
		p := c.lettered(format).plot()
		p.Title.TextStyle.Font.Size, p.Legend.TextStyle.Font.Size = vg.Points(11), vg.Points(8.5)
		words[p] = shorten(p, panelWidth, panelHeight)
		plots[i/columns][i%columns] = p
	}
	s.Title = lettered(s.Title, format)
	s.title(page)
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: rim, PadY: rim, PadLeft: rim, PadRight: rim, PadBottom: rim, PadTop: head}
	for r, canvases := range plot.Align(plots, tiles, page) {
		for c, canvas := range canvases {
			if p := plots[r][c]; p != nil {
				words[p].draw(canvas, p)
			}
		}
	}
	if _, err := out.WriteTo(w); err != nil {
		return fmt.Errorf("drawing %s as %s: %w", s.Title, format, err)
	}
	return nil
}

// title writes the sheet's title over its panels.
func (s Sheet) title(page draw.Canvas) {
	style := plot.New().Title.TextStyle
	style.Font.Size, style.XAlign, style.YAlign = vg.Points(13), text.XCenter, text.YTop
	page.FillText(style, vg.Point{X: page.Center().X, Y: page.Max.Y - rim}, cut(style, escape.Terminal(s.Title), page.Max.X-2*rim))
}
