// Package files is how files are read, written and kept for one at a time, whatever is in them.
//
// They are read under a context, which ends also the wait for a pipe or a terminal, and
// up to a size, beyond which they are refused. A text that begins with a byte order mark is
// handed on without it and in UTF-8.
//
// What a person names is written as any good Unix tool writes it: through links to
// what they lead to, into devices, pipes and whatever is open already as they are,
// with the mode that a file has or the umask gives, never over a file that is
// read-only or that the same command reads. An ordinary file is there whole or not at
// all; a disk that is full leaves the old one as it was. So it is with a Batch of them.
// What a name no longer leads to when all is filled is not written, and nothing filled is lost.
//
// The package knows no format, and starts no goroutine that outlives a call.
package files
