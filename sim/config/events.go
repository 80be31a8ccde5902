package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/network"
	"admmlab/sim/numeral"
)

// Event is a change asked for, that counts from iteration At on: either a knob
// turned or an edge cut or joined.
type Event struct {
	At    int    // first iteration under the new value, from 1
	Key   string // of the knob, "" where it is an edge
	Value string // the knob's, in the text form

	Edge network.Edge // where Key is ""
	Join bool         // the edge is joined; false: it is cut
}

// String is the text form, `at 40: alpha = 0.1` or `at 60: cut 1-2`.
func (e Event) String() string { return fmt.Sprintf("at %d: %s", e.At, e.Words()) }

// InLine are events in one line, in the text form, or how many where they are many.
func InLine(events []Event) string {
	if n := len(events); n > 3 {
		return numeral.Group(n) + " changes on the way"
	}
	var list []string
	for _, e := range events {
		list = append(list, e.String())
	}
	return strings.Join(list, ", ")
}

// Words is the event without its time.
func (e Event) Words() string {
	if e.Key == "" {
		return e.Verb() + " " + e.Edge.String()
	}
	return e.Key + " = " + e.Value
}

// Verb is what happens to the edge: "cut" or "join".
func (e Event) Verb() string {
	if e.Join {
		return "join"
	}
	return "cut"
}

// Replaces reports whether the event takes the place of what the knob of a key has: by turning
// it, by turning one that counts in its place or that it sets back, or as an edge of the graph.
func (e Event) Replaces(key string) bool {
	if e.Key == "" {
		return key == TopologyKnob.Key
	}
	return e.Key == key || SetsBack(e.Key) == key || SetsBack(key) == e.Key
}

// On is the event's edge cut from g or joined to it.
func (e Event) On(g *network.Graph) (*network.Graph, error) {
	if e.Join {
		return g.Join(e.Edge[0], e.Edge[1])
	}
	return g.Cut(e.Edge[0], e.Edge[1])
}

// ParseEvents reads one event a line; empty lines do not count.
func ParseEvents(text string) ([]Event, error) {
	var events []Event
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		e, err := ParseEvent(line)
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}

// ParseEvent reads the form of String.
func ParseEvent(line string) (Event, error) {
	bad := fmt.Errorf("event %q is not understood, expected `at 40: alpha = 0.1`, `at 60: cut 1-2` or `at 60: join 1-2`", line)
	head, what, ok := strings.Cut(strings.TrimSpace(line), ":")
	at, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(head, "at ")))
	if !ok || !strings.HasPrefix(head, "at ") || err != nil {
		return Event{}, bad
	}
	if at < 1 || at > MaxIterations {
		return Event{}, fmt.Errorf("event %q: iteration %d, expected 1 to %d", line, at, MaxIterations)
	}
	what = strings.TrimSpace(what)
	for _, join := range []bool{false, true} {
		e := Event{At: at, Join: join}
		edge, ok := strings.CutPrefix(what, e.Verb()+" ")
		if !ok || strings.TrimSpace(edge) == "" || strings.HasPrefix(strings.TrimSpace(edge), "=") {
			continue
		}
		if e.Edge, err = network.ParseEdge(edge); err != nil {
			return Event{}, fmt.Errorf("event %q: %w", line, err)
		}
		return e, nil
	}
	key, value, ok := strings.Cut(what, "=")
	if key = strings.TrimSpace(key); !ok || key == "" || key == "cut" || key == "join" {
		return Event{}, bad
	}
	return Event{At: at, Key: key, Value: strings.TrimSpace(value)}, nil
}

// Happened is the iteration up to which the events of c have happened in a run that has made
// so many iterations. Where it stands, as the next one must not be made, that one's have, too,
// and so it is where one of them has moved the limit to this place.
func (c Config) Happened(made int, stands bool) int {
	ended := func(e Event) bool { return e.At == made+1 && e.Key == IterationsKnob.Key }
	if stands || slices.ContainsFunc(c.Events, ended) && c.Limit() == made {
		return made + 1
	}
	return made
}
