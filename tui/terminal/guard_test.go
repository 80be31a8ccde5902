package terminal

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"
)

// slow is longer than the decoder waits for the rest of a sequence, long longer than the
// guard does.
const (
	slow = 60 * time.Millisecond
	long = 2 * time.Second
)

// arrival is what arrives at one go, after a pause.
type arrival struct {
	text  string
	after time.Duration
}

func (a arrival) String() string { return fmt.Sprintf("%q after %v", a.text, a.after) }

// session is a guard with the decoder behind it, on a clock of its own.
type session struct {
	guard  guard
	now    time.Time
	passed strings.Builder // all that went on
	reader *uv.TerminalReader
	given  []string
	got    []uv.Event
}

func newSession() *session {
	s := &session{now: time.Unix(0, 0)}
	s.reader = uv.NewTerminalReader(s, "xterm-256color")
	s.reader.EscTimeout = time.Hour // its end decides, not the clock
	return s
}

// Read gives the decoder what went on at one go, and at last the end.
func (s *session) Read(p []byte) (int, error) {
	if len(s.given) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.given[0])
	s.given = s.given[1:]
	return n, nil
}

// feed lets arrivals come. What stands before a pause is decoded to its end, as the
// decoder does when its time is over.
func (s *session) feed(arrivals ...arrival) {
	for _, a := range arrivals {
		if a.after >= escTimeout {
			s.pause()
		}
		s.now = s.now.Add(a.after)
		s.goesOn(s.guard.pass([]byte(a.text), false, s.now))
	}
	s.pause()
}

func (s *session) goesOn(out []byte) {
	s.passed.Write(out)
	s.given = append(s.given, string(out))
}

func (s *session) pause() {
	s.goesOn(s.guard.alone())
	s.decode()
}

func (s *session) decode() {
	events, done := make(chan uv.Event), make(chan struct{})
	go func() {
		for e := range events {
			s.got = append(s.got, e)
		}
		close(done)
	}()
	s.reader.StreamEvents(context.Background(), events) // a panic of the decoder's ends the test
	close(events)
	<-done
}

// heard are the keys and pastes that were decoded.
func (s *session) heard() []string {
	var list []string
	for _, e := range s.got {
		switch e := e.(type) {
		case uv.KeyPressEvent:
			list = append(list, e.String())
		case uv.PasteEvent:
			list = append(list, "pasted "+e.Content)
		}
	}
	return list
}

// hears fails unless these keys and pastes are decoded.
func hears(t *testing.T, arrivals []arrival, want ...string) {
	t.Helper()
	s := newSession()
	s.feed(arrivals...)
	if got := s.heard(); !slices.Equal(got, want) {
		t.Errorf("%v is heard as %q, want %q", arrivals, got, want)
	}
}

func at(texts ...string) []arrival {
	var list []arrival
	for _, text := range texts {
		list = append(list, arrival{text: text})
	}
	return list
}

// ordinary are keys and answers as terminals send them.
var ordinary = []string{
	"a", "Q", " ", "é", "日", "👍🏽", "\x00", "\x01", "\t", "\r", "\x1a", "\x7f", "\x1b", "\x1bx", "\x1b\r", "\x1b[", "\x1bO", "\x1b]",
	"\x1b[A", "\x1b[1;5C", "\x1b[3~", "\x1b[15;2~", "\x1b[Z", "\x1bOP", "\x1bO5A", "\x1b[2$", "\x1b[23^", "\x1b[[A", "\x1b[97u", "\x1b[97;5u", "\x1b[97:65;2:1u", "\x1b[27;5;105~",
	"\x1b[<0;10;12M", "\x1b[<64;1;1M", "\x1b[<0;10;12m", "\x1b[M !!", "\x1b[I", "\x1b[O",
	"\x1b[?2026;2$y", "\x1b[?1u", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]11;rgb:ffff/ffff/ffff\a", "\x1bP1+r524742\x1b\\", "\x1bP>|XTerm(390)\x1b\\",
	"\x1b[200~0.1, 0.2\x1b[201~", "\x1b[200~è un testo\twith 1;2;3\r\x1b[201~",
}

// The decoder takes any number of ESC before a key for alt and that key, so that none of
// them would be heard where they arrive together.
func TestEveryEscIsHeard(t *testing.T) {
	hears(t, at("\x1bq"), "alt+q")
	hears(t, at("\x1b\x1b\x1bq\x1bq"), "esc", "esc", "esc", "q", "alt+q")
	hears(t, at("\x1b\x1b\x1b\x1b"), "esc", "esc", "esc", "esc")
	hears(t, at("\x1b", "\x1b", "\x1bq"), "esc", "esc", "esc", "q")
	hears(t, at("\x1b\x1b\r", "\x1b\x1bé"), "esc", "esc", "enter", "esc", "esc", "é")
	hears(t, at("\x1b\x1b[A"), "esc", "up")
	hears(t, at("a\x1b\x1b[200~b\x1b\x1b[201~"), "a", "esc", "pasted b")
}

// Held down, esc comes before it is clear that the one before was alone.
func TestEveryEscOfAHeldKeyIsHeard(t *testing.T) {
	const times = 60
	s := newSession()
	s.feed(slices.Repeat([]arrival{{"\x1b", 30 * time.Millisecond}}, times)...)
	if got := s.heard(); !slices.Equal(got, slices.Repeat([]string{"esc"}, times)) {
		t.Errorf("%d times esc is heard as %d keys", times, len(got))
	}
}

// A decoder that is behind with its keys finds them together: each is one all the same.
func TestKeysThatMeetBehindTheGuard(t *testing.T) {
	for _, keys := range [][]string{{"\x1b", "\x1b", "\x1b", "q"}, {"a", "\x1b", "[", "q"}, {"\x1b", "\x1b[A", "\x1b", "\x1bOP"}} {
		s, want := newSession(), newSession()
		var together []byte
		for _, key := range keys {
			want.feed(arrival{key, slow})
			s.now = s.now.Add(slow)
			together = append(append(together, s.guard.pass([]byte(key), false, s.now)...), s.guard.alone()...)
		}
		s.goesOn(together)
		s.decode()
		if got := s.heard(); !slices.Equal(got, want.heard()) {
			t.Errorf("%q: %q, one after the other %q", keys, got, want.heard())
		}
	}
}

// What a key sends goes on at once and as it came. ESC alone does so as soon as it is known to
// be alone, as terminals write it that tell it from alt.
func TestOrdinaryInputGoesOnAtOnce(t *testing.T) {
	var g guard
	for _, key := range ordinary {
		if key == "\x1b" {
			if got := string(g.pass([]byte(key), false, time.Unix(0, 0).Add(time.Hour))) + string(g.alone()) + string(g.alone()); got != string(escKey) {
				t.Errorf("%q goes on as %q", key, got)
			}
			g = guard{}
			continue
		}
		if got := g.pass([]byte(key), false, time.Unix(0, 0).Add(time.Hour)); string(got) != key {
			t.Errorf("%q goes on as %q", key, got)
		}
		g = guard{}
	}
}

// However a stream of them is cut, all of it goes on in the end.
func TestOrdinaryInputIsUnchangedHoweverItIsCut(t *testing.T) {
	wholes := slices.DeleteFunc(slices.Clone(ordinary), func(key string) bool {
		return slices.Contains([]string{"\x1b", "\x1b[", "\x1bO", "\x1b]", "\x1b[2$"}, key) // the next key could belong to it
	})
	rapid.Check(t, func(t *rapid.T) {
		stream := strings.Join(rapid.SliceOfN(rapid.SampledFrom(wholes), 1, 12).Draw(t, "keys"), "")
		var g guard
		var got strings.Builder
		for rest := stream; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			got.Write(g.pass([]byte(rest[:n]), false, time.Unix(0, 0)))
			rest = rest[n:]
		}
		if got.String() != stream {
			t.Fatalf("%q goes on as %q", stream, got.String())
		}
	})
}

// The decoder has room for 32 parameters and counts on beyond, out of its table.
func TestSequencesThatBreakTheDecoderAreHeld(t *testing.T) {
	many := strings.Repeat("1;", 40)
	for _, bad := range []string{
		"\x1b[" + many + "m", "\x1b[?" + many, "\x1bP" + many + "q\x1b\\", "\x1b([" + many + "m", "\x9b" + many + "m", "\x90" + many + "q",
		"\x1b[" + strings.Repeat(":", 33), "\x9bM!!!", "\x1b[M\x9b\x9b\x9b" + many, "\x1b]✛" + many, "\xc4", "\x1b[99999999999999999999999~",
		"\x1b[65;0;97;1;0;65535_", "\x1b[8;99999;99999t", "\x1b[48;99999;99999;1;1t",
	} {
		for _, pause := range []time.Duration{0, slow} {
			for n := range bad {
				for _, around := range [][2]string{{"", ""}, {pasteStart, pasteEnd}} {
					s := newSession()
					s.feed(arrival{text: around[0] + bad[:n]}, arrival{bad[n:], pause}, arrival{around[1], pause}, arrival{"\x1b\\", long}, arrival{"x", long})
					if heard := s.heard(); len(heard) == 0 || len(heard) > 400 || heard[len(heard)-1] != "x" {
						t.Errorf("after %q, cut at %d with a pause of %v, inside %q: %q", bad, n, pause, around, heard)
					}
					for _, e := range s.got {
						if _, size := e.(uv.WindowSizeEvent); size {
							t.Errorf("%q is believed", bad)
						}
					}
				}
			}
		}
	}
}

// Also what was typed, or pasted by an old terminal, after ESC or alt+[.
func TestTypedParametersAreHeld(t *testing.T) {
	many := strings.Split(strings.Repeat("1;", 60), "")
	for _, begin := range []string{"\x1b[", "\x1b", "\x1b(", "\x1bP", "ě"} {
		s := newSession()
		s.feed(append(at(begin, "["), at(many...)...)...)
		s.feed(arrival{"x", long})
		if heard := s.heard(); heard[len(heard)-1] != "x" {
			t.Errorf("after %q: %q", begin, heard)
		}
	}
}

// A link that is slow cuts anywhere. Only what alone is a key, ESC and alt+[, is taken
// for one.
func TestAPasteIsWholeHoweverItsMarksAreCut(t *testing.T) {
	whole := pasteStart + "ab\rè" + pasteEnd
	for n := 1; n < len(whole); n++ {
		s := newSession()
		s.feed(arrival{text: whole[:n]}, arrival{whole[n:], slow}, arrival{"q", slow})
		want := []string{"pasted ab\rè", "q"}
		switch n {
		case 1:
			want = slices.Insert(want, 0, "esc")
		case 2:
			want = slices.Insert(want, 0, "alt+[")
		}
		if got := s.heard(); !slices.Equal(got, want) {
			t.Errorf("cut at %d: %q, want %q", n, got, want)
		}
	}
	var bytes []arrival
	for _, c := range []byte("b" + pasteEnd + "q") {
		bytes = append(bytes, arrival{string(c), slow})
	}
	hears(t, append(at(pasteStart+"a"), bytes...), "pasted ab", "q")
}

// A paste whose end was lost would take all keys there are.
func TestAPasteWithoutAnEndIsEndedByAKey(t *testing.T) {
	hears(t, []arrival{{text: pasteStart + "ab"}, {"\x1b", long}, {"q", slow}}, "pasted ab", "esc", "q")
	hears(t, []arrival{{text: pasteStart + "ab"}, {"\x03", long}, {"q", 0}}, "pasted ab", "ctrl+c", "q")
	hears(t, []arrival{{text: pasteStart + "ab"}, {"\x1b[99;5u", long}, {"q", 0}}, "pasted ab", "ctrl+c", "q")
	hears(t, []arrival{{text: pasteStart + "ab"}, {"cd", long}, {"\x1b", slow}, {"[20", slow}, {"1~q", slow}}, "pasted abcd", "q")
	hears(t, []arrival{{text: pasteStart + "ab"}, {"\x1b[2", long}, {"01~q", slow}}, "pasted ab", "q")
}

func TestAPasteHoldsNoSequenceAndHasALimit(t *testing.T) {
	hears(t, at(pasteStart+"\x1b[31mre\x1b[200~d\x1bx\x1b]0;t\a\x9b1\xc3"+pasteEnd+"q"), "pasted redx]0;t1", "q")
	s := newSession()
	s.feed(at(pasteStart)...)
	for range 3 * pasteMost / 1024 {
		s.guard.pass([]byte(strings.Repeat("x", 1024)), false, s.now)
	}
	if s.guard.pasted != pasteMost {
		t.Errorf("%d bytes of a paste go on", s.guard.pasted)
	}
}

// A sequence that never ends takes no keys for longer than its patience.
func TestAnUnfinishedSequenceIsGivenUp(t *testing.T) {
	for _, begun := range []string{"\x1b[1;2", "\x1b]11;rgb", "\x1bP1+r", "\x1b_G", "\x1bO1", "\x1b[M!", "\xc3", "\x1b[200"} {
		hears(t, []arrival{{text: begun}, {"q", long}, {"\x1b[A", 0}}, "q", "up")
	}
}

// The mouse over a slow link, and keys that only look like the rest of a sequence.
func TestSequencesInPieces(t *testing.T) {
	hears(t, []arrival{{text: "\x1b[1;"}, {"5C", slow}, {"q", slow}}, "ctrl+right", "q")
	hears(t, []arrival{{text: "\x1b"}, {"[", slow}, {"A", slow}}, "esc", "[", "A")
	hears(t, []arrival{{text: "\x1b"}, {"[[", slow}}, "esc", "[", "[")
	hears(t, []arrival{{text: "\x1b"}, {"[A", 0}}, "up")
	hears(t, []arrival{{text: "\x1b["}, {"1", 0}, {";5", slow}, {"A", slow}}, "alt+[", "ctrl+up")
}

func TestTheDecoderWaitsAsLongAsTheGuardThinks(t *testing.T) {
	if escTimeout != uv.DefaultEscTimeout {
		t.Errorf("%v, the decoder has %v", escTimeout, uv.DefaultEscTimeout)
	}
}

// Any bytes in any pieces with any pauses: the decoder stands, and the guard lets a key
// through afterwards. Each piece is a byte for its length and pause, and its bytes.
func FuzzGuard(f *testing.F) {
	f.Add([]byte("\x04\x1b[1;\x88;;;;;;;\x21q"))
	for _, key := range ordinary {
		f.Add(append([]byte{byte(len(key) & 31)}, key...))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		s := newSession()
		var arrivals []arrival
		for len(script) > 0 && len(arrivals) < 64 {
			n, pause := min(len(script)-1, int(script[0]&31)), script[0]>>5
			a := arrival{text: string(script[1 : 1+n])}
			switch {
			case pause == 6:
				a.after = slow
			case pause == 7:
				a.after = long
			case pause >= 4: // much at one go
				a.text = strings.Repeat(a.text, 40)
			}
			arrivals, script = append(arrivals, a), script[1+n:]
		}
		s.feed(arrivals...)
		s.feed(arrival{"\x1b", long}, arrival{"x", long})
		if heard := s.heard(); len(heard) == 0 || heard[len(heard)-1] != "x" {
			t.Errorf("deaf after %v: %q", arrivals, heard)
		}
	})
}
