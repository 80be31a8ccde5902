package sim

import (
	"fmt"
	"strconv"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/spell"
)

// Event is a change that counts from iteration At on: either a key with a value
// or an edge cut or joined.
type Event struct {
	At    int    // first iteration under the new value, from 1
	Key   string // a key of the text form, "cut" or "join"
	Value string // its value, or an edge such as 1-2 (nodes from 1)
}

// String is the text form, `at 40: alpha = 0.1` or `at 60: cut 1-2`.
func (e Event) String() string { return fmt.Sprintf("at %d: %s", e.At, e.Words()) }

// Words is the event without its time.
func (e Event) Words() string {
	if e.Key == "cut" || e.Key == "join" {
		return e.Key + " " + e.Value
	}
	return e.Key + " = " + e.Value
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
	for _, verb := range []string{"cut", "join"} {
		if edge, ok := strings.CutPrefix(what, verb+" "); ok && strings.TrimSpace(edge) != "" {
			return Event{At: at, Key: verb, Value: strings.TrimSpace(edge)}, nil
		}
	}
	key, value, ok := strings.Cut(what, "=")
	if key = strings.TrimSpace(key); !ok || key == "cut" || key == "join" {
		return Event{}, bad
	}
	return Event{At: at, Key: key, Value: strings.TrimSpace(value)}, nil
}

// check tells whether the event can happen in a run of c at all.
func (e Event) check(c Config) error {
	if e.Key == "cut" || e.Key == "join" {
		if c.Spec().Vertical {
			return fmt.Errorf("%s has parties, not a graph: there is no edge to %s", c.Spec().Name, e.Key)
		}
		i, j, err := network.ParseEdge(e.Value)
		if err == nil && (i >= c.Nodes || j >= c.Nodes) {
			err = fmt.Errorf("edge %s leaves the nodes 1 to %d", e.Value, c.Nodes)
		}
		return err
	}
	k, ok := KnobOf(c, e.Key)
	if !ok {
		return fmt.Errorf("no key is called %q%s", e.Key, spell.Hint(e.Key, Keys()))
	}
	if k.Counts == admm.AtReset {
		return fmt.Errorf("%s counts after a reset only, it cannot change in mid-run", e.Key)
	}
	if !k.Reads(c) {
		return fmt.Errorf("%s does not read %s", c.Spec().Name, e.Key)
	}
	trial := c.clone()
	return k.set(&trial, e.Value)
}
