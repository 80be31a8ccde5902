// Package steer is the conversation with the runner. What a person asks for is noted as
// pending and put as a numbered command into the outbox, which is offered without ever
// waiting; what the runner tells is filed in the scene, and undo takes back what it has
// confirmed.
//
// It draws nothing, knows no key and no panel, and computes nothing of a run.
package steer
