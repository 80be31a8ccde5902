package tui

import (
	"io"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/presets"
	"admmlab/presets/demo"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/band"
	"admmlab/tui/dialog"
	"admmlab/tui/export"
	"admmlab/tui/job"
	"admmlab/tui/kept"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
	"admmlab/tui/steer"
)

// Show is a demonstration that the laboratory plays by itself.
type Show struct {
	Script        demo.Script
	Columns, Rows int       // of a screen that nobody sees, 0 for the terminal
	Captions      io.Writer // takes what is said, nil for nobody
	Picture       io.Writer // takes the screen at the moment the script names, then it ends; nil for none
}

// Options say how the laboratory opens.
type Options struct {
	Host       *runner.Host     // where it computes, shared with other labs
	Start      config.Config    // runs at once
	Companions []config.Config  // runs beside it, sim.MaxCompanions at most
	Presets    []presets.Preset // for the preset picker
	Figures    []presets.Figure // for the same
	ASCII      bool             // characters of ASCII only
	NoMouse    bool             // leave the mouse to the terminal
	Runs       *archive.Archive // where runs are kept, nil: nowhere
	Caption    string           // what to look for in all of them, said when it opens
	News       string           // told once when it opens
	Unkept     error            // why they are kept nowhere, told once; nil if that is as wished
	Show       *Show            // is played, nil for none
	Cast       io.Writer        // takes a recording of the screen, nil: nothing is recorded
}

// Model is the whole screen. It implements tea.Model.
type Model struct {
	options Options
	keys    []binding
	scene   scene.Scene
	desk    *steer.Desk
	jobs    *job.List

	frame   string // what View returns
	covered int    // rows of the panels, or of what is below them, that the news covers there
	clock   func() time.Time
	late    func() bool // reports whether the terminal takes nothing: nothing is drawn then
	unsent  func() bool // reports, once, whether a text for the clipboard was dropped
	prompt  bool        // no key has drawn the frame since the last tick
	waiting bool        // a command waits for the next batch

	bands   *band.Bands
	doze    doze
	exports *export.Exports
	records *kept.Keeper
	gaps    gaps
	levels  levels

	panels []panel.Panel
	view   view
	front  front
	asked  []scene.Leaving // under way when it was last answered whether to quit
	ahead  ahead
	mouse  bool
	chosen bool // a look was chosen by key: do not detect any more
	lens   lenses

	unrecorded <-chan error // why the recording has ended, nil where nothing is recorded
}

// view is what is looked at, by numbers of panels.
type view struct {
	focus  int // has the keys
	shown  int // in a small window
	zoomed bool
	// unfolded are the parts of the parameters that are unfolded while they are large.
	unfolded []config.Part
}

// front is the open dialog, nil for none, and what happens when it is done.
type front struct {
	dialog dialog.Dialog
	finish func() tea.Cmd
	renew  func()    // changes what it says, if there is need; nil for never
	leaves bool      // it asks whether to leave
	over   *front    // of one that does: what is open again for whoever stays
	held   []tea.Msg // keys from before the question over it, which wait for its answer
}

type (
	batchMsg struct {
		batch runner.Batch
		open  bool
	}
	tickMsg time.Time
)

// frameTime is how often the screen is drawn at most.
const frameTime = time.Second / 30

// doze is whether the screen ticks slowly: while nothing happens, thirty ticks a
// second would be half of what the laboratory costs.
type doze struct {
	on    bool
	count int       // of dozes, so that the tick of one that was broken off is known
	news  time.Time // when something last happened
}

// dozeMsg is a slow tick.
type dozeMsg struct {
	at   time.Time
	doze int
}

// binding is one line of the table of keys: help and footer are made from it and
// Update finds handlers in it, so that they cannot tell different stories.
type binding struct {
	keys   []string // as tea.KeyPressMsg.String says them
	label  string   // as people read them
	short  string   // for the footer, "" = not in the footer
	words  string   // for the help
	handle func(m *Model) tea.Cmd
}

// lenses are the lenses of the laboratory, one of which may be open.
type lenses struct {
	all  []scene.Lens
	open scene.Lens // nil for none
	from int        // had the focus before
}

// ofKey is the name of the lens that a key belongs to, "" for none.
func (l *lenses) ofKey(key string) string {
	for _, one := range l.all {
		if slices.ContainsFunc(one.Bindings(), func(b scene.Binding) bool { return b.Key == key }) {
			return one.Name()
		}
	}
	return ""
}

// named is the lens of a name.
func (k *lenses) named(name string) scene.Lens {
	return k.all[slices.IndexFunc(k.all, func(l scene.Lens) bool { return l.Name() == name })]
}
