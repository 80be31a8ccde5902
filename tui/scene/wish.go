package scene

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
)

// Wish is what a part asks for; nil is nothing. The screen grants it.
type Wish interface{ wish() }

type (
	// All are wishes to be granted one after the other.
	All []Wish

	// Turn is a knob to be set to a value, in mid-run or at the next reset.
	Turn struct{ Key, Value string }
	// Later are knobs to be set together at the next reset, whenever else they count.
	Later struct{ Values []config.Assignment }
	// Apply is an event for the next iteration, such as a cut edge.
	Apply struct{ Event config.Event }
	// Pace is a speed, by its place among Paces.
	Pace struct{ Index int }
	// Select is the parameter that the arrow keys turn.
	Select struct{ Key string }
	// Unfold is a part of the parameters panel that is to be unfolded, or folded.
	Unfold struct {
		Part config.Part
		Open bool
	}
	// Start is a new run that begins at once.
	Start struct {
		Config config.Config
		Fresh  bool   // without what waited for a reset
		Origin string // of the data it ran on before, "" for unknown: others are told of once it has begun
	}
	// Accompany is a run to be put beside, on the same data, split and draws.
	Accompany struct {
		Config config.Config
		Origin string // as of a Start
	}
	// TakeAway is a run beside that is to go.
	TakeAway struct{ ID int }
	// Race starts all runs side by side anew, each with the noise that spends a total ε at
	// the limit.
	Race struct{ Budget string }

	// Ask is a question to the runner; Scene.Questions has the answer.
	Ask struct {
		Question string
		Command  runner.Command
		Turns    []config.Event // knobs that the command turns
	}
	// Work is something to be begun in the background; its end may have a wish.
	Work struct {
		Begin func(jobs *job.List, wish func(Wish) tea.Cmd)
	}

	// Quit leaves the laboratory, as was answered; where something has begun since, that is asked about.
	Quit struct{}

	// Toggle opens a lens, or closes it if it is the one in sight.
	Toggle struct{ Lens string }
	// Show opens a lens unless it is the one in sight, and gives it the keys.
	Show struct{ Lens string }
	// Close gives the chart back if a lens is open.
	Close struct{ Lens string }
	// Cursor is the iteration to be read, 0 for the newest.
	Cursor struct{ At int }
	// Move is the cursor so many iterations on.
	Move struct{ By int }
	// Focus is the part that is to have the keys, and what is to be chosen in it, "" to leave that.
	Focus struct{ Name, Item string }
	// Explain is the page on what is chosen in the part that has the keys.
	Explain struct{}
	// Press is a key as if it had been pressed.
	Press struct{ Key string }

	// Say is a sentence at the bottom.
	Say struct {
		Text string
		Warn bool
		For  time.Duration // 0 is the usual time
	}
	// Hush takes away the sentence at the bottom, but for a warning.
	Hush struct{}

	// Open is a dialog; Then, if there is one, tells what follows when it is done.
	Open struct {
		Dialog dialog.Dialog
		Then   func() Wish
	}
	// Pick is a list to choose from.
	Pick struct {
		Title    string
		Items    []dialog.Item
		Selected int
		Then     func(value any) Wish // with the value of the chosen item
		Else     func() Wish          // when it was left without a choice; nil for nothing
	}
	// Entry is a line to type into.
	Entry struct {
		Title, Label, Value string
		Begun               bool               // Value is the beginning of what is typed; else that takes its place
		Help                string             // what ? explains, "" for nothing: then it is a character
		Check               func(string) error // nil takes everything
		Then                func(text string) Wish
		Else                func() Wish // when it was left; nil for nothing
	}
)

func (All) wish()       {}
func (Turn) wish()      {}
func (Later) wish()     {}
func (Apply) wish()     {}
func (Pace) wish()      {}
func (Select) wish()    {}
func (Unfold) wish()    {}
func (Start) wish()     {}
func (Accompany) wish() {}
func (TakeAway) wish()  {}
func (Race) wish()      {}
func (Ask) wish()       {}
func (Work) wish()      {}
func (Quit) wish()      {}
func (Toggle) wish()    {}
func (Show) wish()      {}
func (Close) wish()     {}
func (Cursor) wish()    {}
func (Move) wish()      {}
func (Focus) wish()     {}
func (Explain) wish()   {}
func (Press) wish()     {}
func (Say) wish()       {}
func (Hush) wish()      {}
func (Open) wish()      {}
func (Pick) wish()      {}
func (Entry) wish()     {}

// Draws is a line for how many draws of the noise there are to be. Its label begins with what may be
// typed.
func Draws(e Entry, least, most int) Entry {
	wanted := fmt.Sprintf("a whole number from %d to %d", least, most)
	e.Label = wanted + e.Label
	e.Check = func(text string) error {
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < least || n > most {
			return fmt.Errorf("%q draws, expected %s", text, wanted)
		}
		return nil
	}
	return e
}
