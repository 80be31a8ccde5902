package scene

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
)

// Scene is what there is to be seen. The screen and its conversation with the runner
// write it; panels and lenses read it.
type Scene struct {
	Told
	Window
	Run        *History // at the keys
	Ghost      *History // the run before, or a pinned one; nil for none
	HideGhost  bool
	Pinned     string     // ID of the kept run that is the ghost, "" for the run before
	Kept       []*History // kept runs that can be held against the one at the keys, the newest last; as far as they are read
	Companions []*Companion
	Band       Band
	Levels     *level.Levels // what the run at the keys is measured against, nil while nobody knows
	HideLevels bool
	TimesC     bool                       // losses are shown with their factor C
	Gaps       map[*network.Graph]float64 // spectral gaps, as far as they are known
	Focus      string                     // name of the part that has the keys
	Lens       string                     // name of the open lens, "" for none
	Cursor     int                        // iteration that is read, 0 = live
	Selected   string                     // key of the chosen parameter, or of the heading of a part that folds
	Unfolded   map[config.Part]bool       // parts of the parameters panel that somebody unfolded
	Pace       int                        // index of Paces
	Message    Message
	Dirty      bool // something changed since it was drawn

	KindOf func(topology string, seed uint64) Kind // what a topology was made from, itself where that is not known

	announced    []announcement // see Announce: all of them
	told         int            // so many of them have had their time
	called, read []string       // see Called and Read

	past [runner.MaxCompanions + 1]struct { // by run: the config in force in an iteration of the past, as it was found last
		of     moment
		config config.Config
	}

	listed    []Row  // see Rows
	listedFor string // method and variant they are for
}

// Told is what the runner has told of the run at the keys, and what it was asked.
type Told struct {
	State        runner.State // as last told
	Strays       bool         // its settings are not those that its caption tells of
	Generation   int          // which run it is, from 1
	Heard        bool         // whether it has told anything of a session
	HeardAt      time.Time
	Ended        bool               // the runner is gone
	Base         config.Config      // what a reset starts: the start config with every change by hand
	Kind         Kind               // what the graph is of, or was before edges were changed
	Pending      map[string]Pending // by key
	Edges        []PendingEdge      // in the order they were asked for
	Since        map[string]int     // by key, the iteration since which its value counts
	Starting     int                // number of the Start under way, 0 = none
	StartedAt    time.Time          // when it was asked for
	AwaitedSince time.Time          // when the first was that is not answered, it or one that it has overtaken
	ForkAt       int                // iteration that a fork is being replayed to, 0 = none
	Forked       config.Config      // what had been changed by then included
	Questions    Questions
}

// Band is what repeats of the run, with other draws of the noise, have in common.
type Band struct {
	Series     [Measures]chart.Series // by chart, without values where there is nothing to show
	Done, Want int                    // repeats while some are under way; Want 0 for none
}

// Window is how and where the scene is shown.
type Window struct {
	Width, Height int
	Theme         Theme
	ASCII         bool      // characters of ASCII only
	Big           bool      // projector look
	Now           time.Time // of the last message
}

// Message is the sentence at the bottom; it goes after a while, and when it is no longer
// true.
type Message struct {
	Text  string
	Warn  bool
	Until time.Time
	While func() bool // reports that it is still true, nil where it stays so
	From  int         // iteration not made yet that the text says a change counts from, 0 = none
	Opens bool        // it was told as a run opened, whose first iterations come before anybody has read it
}

// Made tells that iterations are made up to t: a change that was to count from one of them
// counts since then.
func (m *Message) Made(t int) {
	if m.From > 0 && m.From <= t {
		m.Text = strings.Replace(m.Text, fmt.Sprintf("from t = %d", m.From), fmt.Sprintf("since t = %d", m.From), 1)
		m.From = 0
	}
}

// Over reports whether the message is to go.
func (m Message) Over(now time.Time) bool {
	return m.Text != "" && (now.After(m.Until) || m.While != nil && !m.While())
}

// How long messages stay.
const (
	sayTime  = 6 * time.Second
	warnTime = 12 * time.Second
)

// Say shows a sentence at the bottom.
func (s *Scene) Say(format string, args ...any) {
	s.Message = Message{Text: fmt.Sprintf(format, args...), Until: s.Now.Add(sayTime)}
	s.Dirty = true
}

// Warn shows a sentence that is not to be missed.
func (s *Scene) Warn(format string, args ...any) {
	s.Say(format, args...)
	s.Message.Warn = true
	s.Message.Until = s.Now.Add(warnTime)
}

// Open is Say as a run opens.
func (s *Scene) Open(format string, args ...any) {
	s.Say(format, args...)
	s.Message.Opens = true
}

// Add is Warn, behind what was told as a run opened where that stands.
func (s *Scene) Add(text string) {
	text, opens := s.Behind(text)
	s.Warn("%s", text)
	s.Message.Opens = opens
}

// Behind is a text behind what was told as a run opened, and whether that stands.
func (s *Scene) Behind(text string) (words string, opens bool) {
	if opens = s.Message.Opens && !s.Message.Over(s.Now); opens {
		text = s.Message.Text + "; " + text
	}
	return text, opens
}

// Announce is Warn for what is told nowhere else: what takes its place has it told again,
// until it has had its time. A sentence is announced once.
func (s *Scene) Announce(format string, args ...any) {
	s.AnnounceWhile(nil, fmt.Sprintf(format, args...))
}

// AnnounceWhile is Announce of what is told only while it is true, nil for always.
func (s *Scene) AnnounceWhile(holds func() bool, text string) {
	if slices.ContainsFunc(s.announced, func(a announcement) bool { return a.text == text }) {
		return
	}
	if s.announced = append(s.announced, announcement{text, holds}); s.told+1 == len(s.announced) {
		s.announce()
		s.Message.Opens = true
	}
}

// announcement is what is told nowhere else.
type announcement struct {
	text  string
	holds func() bool // reports that it is still true, nil for always
}

// announce tells the next announcement.
func (s *Scene) announce() {
	next := s.announced[s.told]
	s.Warn("%s", next.text)
	s.Message.While = next.holds
}

// Dismiss takes away the message, which somebody has read.
func (s *Scene) Dismiss() {
	if s.told < len(s.announced) && strings.HasPrefix(s.Message.Text, s.announced[s.told].text) {
		s.told++
	}
	s.Message = Message{}
	s.Dirty = true
}

// Age takes away a message that is to go, and tells what is announced where nothing else is
// told or read.
func (s *Scene) Age() {
	if s.Message.Over(s.Now) {
		s.Dismiss()
	}
	for s.told < len(s.announced) && s.announced[s.told].holds != nil && !s.announced[s.told].holds() {
		s.told++
	}
	if s.Message.Text == "" && s.Cursor == 0 && s.told < len(s.announced) {
		s.announce()
	}
}
