package terminal

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

func TestADisplayIsDrawnWholeAndNoWindowIsMoreThanOne(t *testing.T) {
	for _, c := range [][4]int{
		{80, 24, 80, 24}, {960, 270, 960, 270}, {540, 480, 540, 480}, {1000, 500, 1000, 270}, {540, 500, 540, 500},
		{99_999, 99_999, 1000, 270}, {99_999, 1, 1000, 1}, {1, 99_999, 1, 500}, {0, 0, 0, 0}, {-3, 9, 0, 9},
	} {
		if columns, rows := drawable(c[0], c[1]); columns != c[2] || rows != c[3] {
			t.Errorf("of %d x %d %d x %d are drawn, want %d x %d", c[0], c[1], columns, rows, c[2], c[3])
		}
	}
}

// a page is a program of one text.
type page struct{ text string }

func (page) Init() tea.Cmd                         { return nil }
func (p page) Update(tea.Msg) (tea.Model, tea.Cmd) { return page{p.text + "."}, nil }
func (p page) View() tea.View                      { return tea.NewView(p.text) }

func TestTheFramesOfAProgramAreFollowed(t *testing.T) {
	var p progress
	m, _ := tea.Model(frames{page{"a"}, &p}).Update(nil)
	if text := m.View().Content; text != "a." || p.text != text || p.since.IsZero() {
		t.Errorf("%q is shown, and %q followed since %v", text, p.text, p.since)
	}
}

// A frame that takes long is followed by a rest as long, in which keys are heard.
func TestFramesThatTakeLongLeaveTimeForKeys(t *testing.T) {
	begin := time.Unix(1000, 0)
	at := func(ms int) time.Time { return begin.Add(time.Duration(ms) * time.Millisecond) }
	var p progress
	busy := func(ms int, want bool) {
		t.Helper()
		if p.busy(at(ms)) != want {
			t.Errorf("after %d ms busy is %t", ms, !want)
		}
	}
	p.drawn("a", at(0))
	busy(20, false) // a key's frame may follow that of a tick
	p.wrote(at(30))
	busy(31, false)
	p.drawn("b", at(100))
	p.drawn("c", at(120))
	busy(160, true)
	p.wrote(at(500))
	busy(500, true)
	busy(849, true) // 400 ms, of which any frame may take 50
	busy(851, false)
	p.wrote(at(860)) // no frame is on its way
	busy(861, false)
	p.drawn("d", at(900))
	busy(1000, true)
	p.drawn("c", at(1010)) // what is shown: there is nothing to write
	busy(1011, false)
	p.drawn("e", at(2000))
	busy(2500, true)
	busy(3000, false) // it changes no cell
}

// broken breaks with its first message.
type broken struct{ page }

func (broken) Init() tea.Cmd                       { return nil }
func (broken) Update(tea.Msg) (tea.Model, tea.Cmd) { panic("out of range") }

func TestAMistakeInTheProgramEndsItWithASentence(t *testing.T) {
	err := Unseen(80, 24).Run(t.Context(), broken{})
	if err == nil || err.Error() != "a mistake in the program, not yours: out of range; please report it with what was pressed" {
		t.Errorf("it ends with %v", err)
	}
}
