package config

import (
	"admmlab/sim/admm"
)

// Knob is one key of the session text and all that anybody knows of it: text form,
// flags, messages, panel, help and undo read its declaration and know no knob by name.
type Knob struct {
	admm.Declaration
	Part     Part   // where it stands in a panel of parameters
	Form     Form   // how its value stands in the session text
	Prose    bool   // words for people, on which no row depends
	OfMethod bool   // what it can be is the method's own; with another method a value of before is dropped, not refused
	Shared   bool   // runs side by side have it in common
	Commas   bool   // a value may hold commas
	Numeric  bool   // a value is a number, or numbers with commas
	Range    string // what a typed value is, in words: hint and refusal tell the same

	Reads   func(c Config) bool     // whether a session of c reads it
	Choices func(c Config) []string // nil unless it is picked from a list
	Explain func(c Config) []Choice // what there is to say on each choice, nil for nothing

	// Value is the value in c, in the text form.
	Value func(c Config) string
	// Set gives c a value in the text form. It looks at no other key; Assign does.
	Set func(c *Config, value string) error
	// Nudge is the value n presses of an arrow away, the same value at a bound; nil
	// where a value is typed or picked.
	Nudge func(c Config, n int) string
	// Say is how a value reads for a person, its numbers in so many digits, "" as it stands; nil where all do.
	Say func(c Config, value string, digits int) string
}

// Choice is what there is to say on a choice of a knob.
type Choice struct {
	Value string // in the text form
	Name  string // for reading
	Words string
}

// Part is where a knob stands in a panel of parameters, from the top.
type Part int

const (
	// Elsewhere: it has a place of its own.
	Elsewhere Part = iota
	// Numbers are the method's own.
	Numbers
	// Readings are the choices that make the method another.
	Readings
	// Running is what the run and its network read, from the next iteration on.
	Running
	// Accounting is what adds up the privacy, watches and stops it, and changes no model.
	Accounting
	// Setup is what counts after a reset.
	Setup
)

// Form is how a value stands in the session text.
type Form int

const (
	// Bare: a number, true or false; several numbers in brackets.
	Bare Form = iota
	// Quoted: a text.
	Quoted
	// Lines: a list of texts, one a line of the value.
	Lines
)

func always(Config) bool       { return true }
func horizontal(c Config) bool { return !c.Spec().Vertical }
func vertical(c Config) bool   { return c.Spec().Vertical }
func noisy(c Config) bool      { return c.Spec().Private() }
func measured(c Config) bool   { return noisy(c) && c.Spec().Realised.Told }
