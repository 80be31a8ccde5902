package tui

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/presets/demo"
	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

const (
	// beat is how often a player looks whether it is time to go on.
	beat = time.Second / 20
	// keyTime is how long a key that was pressed is in sight before the next, and held how
	// long before the same again.
	keyTime = 400 * time.Millisecond
	held    = beat
)

// player plays a script over the laboratory: it presses the keys that a person would, and
// shows its captions below.
type player struct {
	lab   *Model
	show  *Show
	next  int           // step
	hold  time.Duration // until the next step
	last  time.Time     // when it looked last, zero while time does not count
	over  bool          // the person has the keys
	shown caption

	paused, froze bool // froze: the run goes on when it does
	width, height int
	rows          int             // of the captions
	failed        error           // why it ended early, or what it has not written, where nobody sees it
	under         []scene.Leaving // what its end waits for there
}

// caption is what a player shows.
type caption struct {
	text, key string // what is said, and the key pressed last since
	at, of    int    // its number among all
}

type beatMsg time.Time

func newPlayer(m *Model, show *Show) *player {
	p := &player{lab: m, show: show}
	for _, step := range show.Script.Steps {
		if step.Kind == demo.Say {
			p.shown.of++
		}
	}
	return p
}

// Init begins with the laboratory.
func (p *player) Init() tea.Cmd { return tea.Batch(p.lab.Init(), nextBeat()) }

func nextBeat() tea.Cmd { return tea.Tick(beat, func(t time.Time) tea.Msg { return beatMsg(t) }) }

// yours is what is said when a person takes over.
const yours = "the demo ends here: the laboratory stays as it stands, and is yours"

// Update takes the keys of the person: space pauses, any other ends the demonstration.
// All else goes to the laboratory.
func (p *player) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p.over {
		return p, p.hand(msg)
	}
	switch msg := msg.(type) {
	case beatMsg:
		return p, p.goOn(time.Time(msg))
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
		var room int
		p.rows, room = p.arrange(p.width, p.height)
		return p, p.hand(tea.WindowSizeMsg{Width: p.width, Height: room})
	case tea.KeyPressMsg:
		if second, behind := behindEsc(msg); behind {
			msg = second
		}
		switch msg.String() {
		case "space":
			p.pause()
			return p, p.hand(nil)
		case "ctrl+z":
			return p, p.hand(msg)
		case "q", "ctrl+c":
			// Whatever is open, it means quit.
			return p, tea.Batch(p.end(yours), p.hand(keyPress("ctrl+c")))
		}
		return p, p.end(yours)
	case tea.MouseClickMsg, tea.PasteMsg:
		return p, p.end(yours)
	case tea.MouseMsg:
		return p, nil
	}
	return p, p.hand(msg)
}

// hand gives a message to the laboratory, nil for none: what was done there goes on its way.
func (p *player) hand(msg tea.Msg) tea.Cmd {
	_, cmd := p.lab.Update(msg)
	return cmd
}

// pause stops the script and the run, and lets both go on.
func (p *player) pause() {
	p.paused, p.last = !p.paused, time.Time{}
	running := p.lab.desk.Wanted()
	if p.paused {
		p.froze = running
	}
	if p.froze && p.paused == running {
		p.lab.desk.RunPause()
	}
}

// end gives the laboratory to the person.
func (p *player) end(words string) tea.Cmd {
	p.lab.scene.Say("%s", words)
	return p.release()
}

// release ends the demonstration without a word.
func (p *player) release() tea.Cmd {
	p.over, p.rows = true, 0
	return p.hand(tea.WindowSizeMsg{Width: p.width, Height: p.height})
}

// goOn takes the steps whose time has come.
func (p *player) goOn(now time.Time) tea.Cmd {
	cmds := []tea.Cmd{nextBeat()}
	if p.paused {
		return cmds[0]
	}
	if !p.last.IsZero() {
		p.hold -= now.Sub(p.last)
	}
	p.last = now
	for p.hold <= 0 && !p.over {
		if p.next == len(p.show.Script.Steps) {
			if p.writes() {
				p.hold = 0
				break
			}
			return tea.Batch(append(cmds, p.finish())...)
		}
		step := p.show.Script.Steps[p.next]
		if !p.reached(step) {
			if p.refused() {
				return tea.Batch(append(cmds, p.giveUp())...)
			}
			p.hold = 0
			break
		}
		p.next++
		cmds = append(cmds, p.take(step))
	}
	return tea.Batch(cmds...)
}

// reached reports whether what a step waits for has happened. A run that stands reaches
// nothing more.
func (p *player) reached(step demo.Step) bool {
	s := &p.lab.scene
	told := s.Heard && s.Starting == 0 && p.lab.desk.Settled() || s.Ended
	switch step.Kind {
	case demo.Reach:
		return told && (s.Run.Last() >= step.T || !s.State.Running)
	case demo.Finish:
		return told && !s.State.Running
	case demo.Settle:
		return told && !p.lab.jobs.Busy()
	}
	return true
}

// refused reports whether the run that the script begins with cannot be: nothing will ever
// be reached.
func (p *player) refused() bool {
	return p.lab.scene.NoRun() && p.lab.desk.Settled()
}

// giveUp ends a demonstration that has nothing to show. The laboratory says why.
func (p *player) giveUp() tea.Cmd {
	if p.show.Columns > 0 {
		p.failed = fmt.Errorf("playing the demo: its start cannot run: %s", p.lab.scene.Message.Text)
		p.over = true
		return tea.Quit
	}
	return p.release()
}

// take does what a step says.
func (p *player) take(step demo.Step) tea.Cmd {
	switch step.Kind {
	case demo.Say:
		p.shown.text, p.shown.key = step.Text, ""
		p.shown.at++
		return p.tell(step.Text)
	case demo.Press:
		p.shown.key, p.hold = step.Text, keyTime
		if steps := p.show.Script.Steps; p.next < len(steps) && steps[p.next].Kind == demo.Press && steps[p.next].Text == step.Text {
			p.hold = held
		}
		return p.hand(keyPress(step.Text))
	case demo.Wait:
		p.hold = step.For
	case demo.Picture:
		if p.show.Picture != nil {
			io.WriteString(p.show.Picture, p.lab.picture()) // into memory
			p.next = len(p.show.Script.Steps)
		}
	default: // something was waited for
		s := &p.lab.scene
		loss, errors, private := s.Values(s.At())
		if e := s.Run.At(scene.Tight, s.At()); e == e {
			private += ", " + config.NeighbourWords(s.ConfigAt(s.At()))
		}
		return p.tell(fmt.Sprintf("  t %d of %d: %s %s, error %s, %s", s.At(), s.InForce().Iterations, s.LossName(), loss, errors, private))
	}
	return nil
}

// tell tells who does not see the screen, and ends where nobody listens any more.
func (p *player) tell(text string) tea.Cmd {
	if p.show.Captions == nil {
		return nil
	}
	if _, err := fmt.Fprintln(p.show.Captions, text); err != nil {
		p.failed = fmt.Errorf("telling the demo: %w", err)
		p.over = true
		return tea.Quit
	}
	return nil
}

// writes reports whether something is being written that would be lost with the end of the
// script. A person has the laboratory then, and is asked by q.
func (p *player) writes() bool {
	if p.show.Columns == 0 {
		return false
	}
	now := slices.DeleteFunc(p.lab.underWay(), scene.Leaving.GoesOnLater)
	if len(now) > 0 {
		p.under = now
	}
	return len(now) > 0
}

// finish is the end of the script.
func (p *player) finish() tea.Cmd {
	if p.show.Columns > 0 {
		if name, why := failed(p.under, nil); name != "" {
			p.failed = fmt.Errorf("playing the demo: %s at its end failed: %s", name, why.Text)
		}
		p.over = true
		return tea.Quit
	}
	return p.end("the demo is over: the laboratory stays as it stands, and is yours")
}

// Where the captions stand. They take the lines of messages and keys below the laboratory,
// which are not the keys that count now; in a window without room for more also that of
// the values. What else they need the laboratory gives.
const (
	captionEdge = 3 // of a line, left free for the bar at its side
	footLines   = 2
	tinyLines   = 3
)

// arrange divides the window: the lines of the captions are as many as the longest needs,
// so that nothing jumps, and one for the keys of the demonstration where there is room.
func (p *player) arrange(w, h int) (captions, lab int) {
	if p.show.Picture != nil { // which is of the laboratory alone
		return 0, h
	}
	for _, step := range p.show.Script.Steps {
		if step.Kind == demo.Say {
			captions = max(captions, len(grid.Wrap(step.Text, w-captionEdge)))
		}
	}
	if w < tinyWidth || h < tinyHeight {
		captions = min(captions, h/3)
		return captions, h - captions
	}
	if h < smallHeight {
		return min(captions, tinyLines), h
	}
	captions = min(captions+1, h/3)
	return captions, h - max(0, captions-footLines)
}

// View is that of the laboratory with the caption below.
func (p *player) View() tea.View {
	v := p.lab.View()
	if p.rows == 0 {
		return v
	}
	lines := strings.Split(v.Content, "\n")
	v.Content = strings.Join(append(lines[:min(len(lines), p.height-p.rows)], p.captions()), "\n")
	return v
}

// captions are the lines of the caption.
func (p *player) captions() string {
	defer p.lab.survive("the caption")
	theme := p.lab.scene.Theme
	g := grid.New(p.width, p.rows)
	for y := range p.rows {
		g.Set(0, y, '┃', theme.Warn)
	}
	words := p.rows
	if p.height >= smallHeight && p.rows > 1 {
		words--
		hint := fmt.Sprintf("demo %d/%d · space pauses · any other key takes over", p.shown.at, p.shown.of)
		if p.paused {
			hint = "paused · space goes on · any other key takes over"
		}
		if p.shown.key != "" {
			hint = fmt.Sprintf("key %s · %s", keyLabel(p.shown.key), hint)
		}
		g.Text(2, words, p.width-captionEdge, hint, theme.Dim)
	}
	for y, line := range captionLines(p.shown.text, p.width-captionEdge, words) {
		g.Text(2, y, p.width-captionEdge, line, theme.Title)
	}
	if p.lab.scene.ASCII {
		g.ASCIIOnly()
	}
	return g.String()
}

// captionLines are the words of a caption in at most so many lines, in the midst of a word
// where they would not go in otherwise: a window too small for them loses the end.
func captionLines(text string, width, most int) []string {
	lines := grid.Wrap(text, width)
	if len(lines) <= most {
		return lines
	}
	return grid.Fill(text, width, most)
}

// special are the keys that are no character, by the names that tea.KeyPressMsg.String
// gives them.
var special = map[string]struct {
	code  rune
	label string
}{
	"up": {tea.KeyUp, "↑"}, "down": {tea.KeyDown, "↓"}, "left": {tea.KeyLeft, "←"}, "right": {tea.KeyRight, "→"}, "enter": {tea.KeyEnter, "enter"},
	"tab": {tea.KeyTab, "tab"}, "esc": {tea.KeyEscape, "esc"}, "home": {tea.KeyHome, "home"}, "end": {tea.KeyEnd, "end"}, "backspace": {tea.KeyBackspace, "backspace"},
}

// keyPress is the message of a key by that name.
func keyPress(name string) tea.KeyPressMsg {
	mod := tea.KeyMod(0)
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		name, mod = rest, tea.ModShift
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
	}
	if key, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: key.code, Mod: mod}
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: ' ', Text: " "}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// keyLabel is a key as people read it.
func keyLabel(name string) string {
	rest, shifted := strings.CutPrefix(name, "shift+")
	if key, ok := special[rest]; ok {
		name = key.label
		if shifted {
			name = "shift " + name
		}
	}
	return name
}
