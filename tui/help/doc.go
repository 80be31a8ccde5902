// Package help explains what is on the screen in words a student follows: a
// parameter with its formula, its place in the paper and what turning it does;
// a panel; a light; the readings (variants) of a method.
//
// What a method declares of itself (package admm) is read from there, so that the
// help cannot drift from the panel. What is left to say stands in texts/*.txt,
// one section for each thing, without a line of Go.
//
// The package computes nothing, draws nothing and knows no key of the keyboard.
// Lines it returns are whole paragraphs: who shows them wraps them.
package help
