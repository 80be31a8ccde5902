package cli

import "errors"

// Exit codes that scripts may rely on.
const (
	exitError       = 1   // bad input, unreadable data, a file that cannot be written, a mistake in the program
	exitHalted      = 3   // the run left the finite range; the rows so far are written
	exitInterrupted = 130 // ended by SIGINT, SIGTERM, SIGHUP or SIGQUIT; standard output has the rows so far
)

// errHalted marks a run that could not go on; its reason is already told.
var errHalted = errors.New("the run halted")
