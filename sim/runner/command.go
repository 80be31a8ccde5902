package runner

import (
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/network"
)

// Order is what a Command asks for.
type Order int

const (
	// Start begins a new session of Command.Config.
	Start Order = iota
	// Apply makes the change Command.Event from the next iteration on.
	Apply
	// Go lets the run go on; Pause stops it; Once computes one iteration.
	Go
	Pause
	Once
	// Pace sets Command.Speed.
	Pace
	// Look asks for Command.Look with every state from now on.
	Look
	// Afford answers which noise reaches the limit within Command.Within, as a notice
	// with an offer: from the next iteration on, or where that cannot be, of a run of
	// Command.Config from the start. With Do it makes the change if it counts here.
	Afford
	// Attack runs Command.Attack on what was sent last and answers as a notice.
	Attack
	// Accompany makes Command.Companions the runs that go beside.
	Accompany
)

// Command is one wish of the person at the keys. Seq grows from command to
// command; State.Seq tells which was the last to be carried out, and all before it.
type Command struct {
	Seq        int
	Order      Order
	For        int // with Apply, Go, Pause, Once, Afford, Attack and Accompany: the Start whose run alone it is about, 0 = whatever runs
	Config     config.Config
	Event      config.Event
	Speed      float64     // iterations a second, 0 = flat out
	Run        bool        // with Start: run at once
	Until      int         // with Start: a fork; Config is what this run was until then, and computed again flat out where it has to be
	Match      bool        // with Start and Companions: first calibrate the noise to the budget
	Companions []Companion // ID and Config; MaxCompanions at most
	Look       Picture     // nil for none
	At         int         // with Look: as it was after this iteration, 0 = as it is
	Attack     string      // one of Attacks
	Within     float64     // with Afford: a total epsilon, 0 = the budget
	Do         bool        // with Afford: make the change
}

// Batch is what happened since the last one that was taken.
type Batch struct {
	Generation int     // of the session; a Start that succeeds begins the next
	Taken      int     // with the first of a fork: so many iterations are those of the run before, their rows are not sent again
	Stood      sim.Row // with Taken: the row of that iteration, without its nodes
	Rows       []sim.Row
	Notices    []sim.Notice
	Companions []Companion
	State      State
}

// State is where the run stands.
type State struct {
	Seq       int           // last command carried out, and all before it
	Began     int           // the Start that began the run in force, 0 before the first
	Config    config.Config // in force
	Replay    config.Config // runs it all again: the start, and every change; shared, not to be written to
	Size      deal.Size
	Outdated  string // that a file of the data had changed when the run began and others still worked on what was read, "" otherwise
	Iteration int
	Running   bool
	Finished  bool
	Halted    string // why the run cannot go on, "" while it can
	Met       string // by which number the newest row meets the condition to stop, "" if it does not
	Wall      string // why the budget allows no further iteration, "" where it does
	Speed     float64
	Rate      float64 // iterations a second, measured while running
	Graph     *network.Graph
	Lapsed    int // iteration from which nothing is promised, 0 = none
	Reason    string
	Loading   *sim.Loading // a data set is being read

	Picture  any // what the Picture asked for by Look painted, nil without one
	At       int // iteration it is of
	Replayed int // with a Look at the past: iterations replayed on the way there
}
