package frame

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Status is the first line: what runs on the left, how it runs on the right, with notes
// where there is room.
func Status(s *scene.Scene, g *grid.Grid, notes ...string) {
	mark, word, paint := running(s)
	right := []string{mark + " " + word, fmt.Sprintf("t %s/%s", numeral.GroupAll(fmt.Sprint(s.Run.Last())), numeral.GroupAll(fmt.Sprint(s.InForce().Iterations)))}
	left := []string{s.MethodWords(), dataWords(s), netWords(s)}
	reserved := 0 // for the shortest disclaimer, which comes before notes
	if s.Width >= disclaims {
		reserved = 2 + grid.Cells(disclaimers[len(disclaimers)-1])
	}
	room := s.Width - 4 - reserved - grid.Cells(strings.Join(right, "  "))
	if title := s.InForce().Title + " · "; reserved > 0 && grid.Cells(left[0]) > room {
		left[0] = strings.TrimPrefix(left[0], title)
	}
	for _, note := range notes { // what is under way comes before what stays as it is
		room -= 2 + grid.Cells(note)
	}
	for len(left) > 1 && grid.Cells(strings.Join(left, " · ")) > room {
		left = left[:len(left)-1]
	}
	optional := append(notes, rateWords(s), fmt.Sprintf("seed %d", s.InForce().Seed))
	used := grid.Cells(strings.Join(left, " · ")) + grid.Cells(strings.Join(right, "  ")) + 4 + reserved
	for _, o := range optional {
		if used+2+grid.Cells(o) <= s.Width {
			right = append(right, o)
			used += 2 + grid.Cells(o)
		}
	}
	x := 1
	if used+10 <= s.Width {
		x = g.Text(x, 0, 10, "admmlab   ", s.Theme.Dim)
	}
	tail := strings.Join(right, "  ")
	g.Text(x, 0, max(0, s.Width-x-grid.Cells(tail)-3), strings.Join(left, " · "), s.Theme.Title)
	start := max(0, s.Width-1-grid.Cells(tail))
	drawDisclaimer(s, g, x+grid.Cells(strings.Join(left, " · ")), start)
	end := g.Text(start, 0, s.Width-start, right[0], paint)
	g.Text(end, 0, s.Width-end, strings.TrimPrefix(tail, right[0]), s.Theme.Text)
}

// disclaimers are what no number on the screen says of itself, the longest first.
var disclaimers = []string{"simulation, not for releasing data", "simulation, not for release", "simulation"}

// disclaims is how wide a window is that always says so.
const disclaims = 80

// drawDisclaimer says in the middle of the first line as much of it as has room.
func drawDisclaimer(s *scene.Scene, g *grid.Grid, from, to int) {
	for _, words := range disclaimers {
		if room := to - from - 4; grid.Cells(words) <= room {
			g.Text(from+2+(room-grid.Cells(words))/2, 0, room, words, s.Theme.Dim)
			return
		}
	}
}

// roomy is how wide a window is that has room for why the run has stopped.
const roomy = 100

// running is the state of the run: a mark, a word and a look.
func running(s *scene.Scene) (mark, word string, paint grid.Paint) {
	switch {
	case s.Ended:
		return "✕", "stopped: press q", s.Theme.Bad
	case s.Awaited():
		if l := s.State.Loading; l != nil {
			const cellsOfBar = 10
			full := min(max(int(l.Part*cellsOfBar), 0), cellsOfBar)
			return "◐", fmt.Sprintf("%s %s%s %d %%", grid.Fit(l.What, 26), strings.Repeat("█", full), strings.Repeat("░", cellsOfBar-full), int(100*l.Part)), s.Theme.Accent
		}
		return "◐", "reading " + grid.Fit(config.DataWords(s.Base.Data), 24), s.Theme.Accent
	case !s.Heard:
		return "✕", "no run", s.Theme.Bad
	case s.State.Halted != "":
		return "✕", "halted", s.Theme.Bad
	case s.ForkAt > 0:
		return "▶", fmt.Sprintf("replaying to %d", s.ForkAt), s.Theme.Accent
	case s.Silent() && s.Questions.Asking():
		return "▶", fmt.Sprintf("asked, %d s", int(s.Now.Sub(s.HeardAt).Seconds())), s.Theme.Accent
	case s.Silent():
		return "▶", fmt.Sprintf("one iteration, %d s", int(s.Now.Sub(s.HeardAt).Seconds())), s.Theme.Accent
	case s.State.Running:
		return "▶", "running", s.Theme.Good
	case s.State.Finished:
		return "■", "finished", s.Theme.Accent
	case s.State.Met != "" && s.Width >= roomy:
		return "■", "stopped: " + s.State.Met, s.Theme.Accent
	case s.State.Met != "":
		return "■", "stopped", s.Theme.Accent
	}
	return "❚❚", "paused", s.Theme.Warn
}

func dataWords(s *scene.Scene) string {
	if n := s.State.Size.Records; s.Heard && n > 0 {
		return config.DataName(s.State.Config.Data) + " " + numeral.GroupAll(fmt.Sprint(n))
	}
	return numeral.GroupAll(config.DataWords(s.Base.Data))
}

func netWords(s *scene.Scene) string {
	c := s.InForce()
	if c.Spec().Vertical {
		return fmt.Sprintf("%d parties", max(2, len(c.Parties)+1))
	}
	topology := c.Topology
	if network.Listed(topology) {
		topology = s.Kind.Name + " with changed edges"
		if s.Kind.Name == "" || network.Listed(s.Kind.Name) {
			topology = "own edges"
		}
	}
	return numeral.Counted(c.Nodes, "node") + ", " + topology
}

// rateWords is the measured rate while it runs, else the speed that is set.
func rateWords(s *scene.Scene) string {
	if s.State.Running && s.State.Rate > 0 {
		if s.State.Rate >= 10 { // whole numbers jump less
			return numeral.Short(math.Round(s.State.Rate)) + " it/s"
		}
		return numeral.Short(s.State.Rate) + " it/s"
	}
	return scene.PaceWords(scene.Paces[s.Pace])
}

// Line is all that a tiny window gets, with the size that is enough for more; the run
// goes on.
func Line(s *scene.Scene, g *grid.Grid, enough grid.Rect) {
	mark, word, _ := running(s)
	t := s.At()
	loss, errors, private := s.Values(t)
	when := fmt.Sprintf("t %d/%d", s.Run.Last(), s.InForce().Iterations)
	if s.Cursor > 0 {
		when = fmt.Sprintf("at t %d", t)
	}
	values := fmt.Sprintf("%s %s %s error %s %s", when, s.LossName(), loss, whole(errors), whole(private))
	if e := s.Run.At(scene.Tight, t); e == e {
		values += " " + s.Who()
	}
	enlarge := fmt.Sprintf("enlarge to %dx%d", enough.W, enough.H)
	head := mark + " " + word + " "
	if grid.Cells(head+values) > s.Width {
		head = mark + " "
	}
	lines := []string{head + values + "  " + enlarge}
	if s.Height > 1 && grid.Cells(lines[0]) > s.Width {
		lines = append(grid.Wrap(head+values, s.Width), grid.Wrap(enlarge, s.Width)...)
	}
	for y, line := range lines {
		g.Text(0, y, s.Width, line, s.Theme.Text)
	}
}

// whole is a value that no line end shall tear apart.
func whole(s string) string { return strings.ReplaceAll(s, " ", "") }

// Readout is the line of the three values in a compact window, exact under the cursor.
func Readout(s *scene.Scene, g *grid.Grid) {
	t := s.At()
	loss, errors, private := s.Values(t)
	text := "nothing learned yet"
	if exact := Exact(s, s.Width-2); s.Cursor > 0 && grid.Cells(exact) <= s.Width-2 {
		text = exact
	} else if t > 0 {
		for _, text = range readouts(s, t, loss, errors, private) {
			if grid.Cells(text) <= s.Width-2 {
				break
			}
		}
	}
	g.Text(0, 0, s.Width, strings.Repeat(" ", s.Width), nil)
	g.Text(1, 0, s.Width-2, fit(text, s.Width-2), s.Theme.Accent)
}

// readouts are the three values in words, longest first. What the total promises is in all
// of them: the loss goes before it, and so does what is printed.
func readouts(s *scene.Scene, t int, loss, errors, private string) (list []string) {
	loss = s.LossName() + " " + loss
	all := fmt.Sprintf("%s · error %s · %s", loss, errors, private)
	tails, short := []string{""}, strings.SplitN(private, ", ", 2)[0]
	if e, delta := s.Honest(t); e == e && s.InForce().Spec().Private() {
		who, odds := s.Who(), numeral.Odds(e, delta)
		tails = nil
		for _, words := range []string{config.NeighbourWords(s.ConfigAt(t)) + ": " + odds, who + ": " + odds, who + ": " + numeral.ShortOdds(e, delta), who} {
			tails = append(tails, " · "+words)
		}
		short = whole(private) + " " + who
	}
	texts := []string{all}
	if beside := s.Beside(t); beside != "" {
		texts = []string{all + ", " + beside, all}
	}
	for _, text := range texts {
		for _, tail := range tails {
			list = append(list, text+tail)
		}
	}
	return append(list, fmt.Sprintf("%s · error %s · %s", loss, errors, short), fmt.Sprintf("%s · %s · %s", loss, errors, short), short+" · error "+errors, short)
}
