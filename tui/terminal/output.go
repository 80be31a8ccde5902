package terminal

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"iter"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	// takes is how long a terminal may take for what is written before it counts as late.
	takes = 100 * time.Millisecond
	// leaves is how long the end waits for a terminal that is late.
	leaves = 700 * time.Millisecond
	// gives is how long it then waits for what gives back a terminal that is only slow: up to 4 kB that
	// cannot be dropped are before it.
	gives = time.Second
	// stirs is how long what was waited for in vain before may take to take a piece.
	stirs = 300 * time.Millisecond
	// piece is how many bytes go to the terminal at once: what has not gone can be dropped.
	piece = 1 << 10
	// held is how much is kept for a terminal that is late. Nothing is drawn for one, so
	// that only questions and resizes add to it.
	held = 1 << 20
	// queues is how much of what has gone the system may hold for a terminal, at most.
	queues = 32 << 10
)

// What bubbletea enters and leaves the program's screen with.
const enterScreen, leaveScreen = ansi.SetModeAltScreenSaveCursor, ansi.ResetModeAltScreenSaveCursor

// recent is what was begun with of late, and how much has gone when it has.
type recent struct {
	text []byte
	end  int
}

// errFull is what a write ends with that a late terminal has no more room for.
var errFull = errors.New("the terminal takes nothing")

// output writes to a terminal without waiting for one that takes nothing: bubbletea holds
// a lock while it writes, and would hear neither a key nor a signal.
type output struct {
	to    io.Writer
	torn  func()          // called when a terminal that missed something takes it again
	sent  func([]byte)    // told of what is written, nil for nobody
	wrote func(time.Time) // told when something is written, nil for nobody
	ended func(error)     // told why nothing can be written any more, once, nil for nobody
	// discard drops what the system holds for the terminal, some 20 kB for one that is slow, so that
	// what is written next is not behind that; nil where it cannot.
	discard func()
	queued  chan struct{}

	mu     sync.Mutex
	queue  [][]byte      // written and not begun with, each of whole sequences
	now    []byte        // begun with
	at     int           // how much of now has gone, or is on its way
	size   int           // how much has not gone
	gone   int           // how much has
	copied int           // how much has when the newest text for the clipboard has, 0 for none
	left   []byte        // what has gone and leaves the screen, if nothing comes back to it
	recent []recent      // what else may be with the system, in its order
	idle   chan struct{} // closed when all is written
	late   bool
	missed bool
	closed bool
	away   bool             // the screen was left and not come back to
	cut    bool             // the rest of the queue is what gives the terminal back
	vain   bool             // the end was waited for, in vain
	waited int              // what had gone then
	unsent bool             // a text for the clipboard was dropped
	had    ansi.ModeSetting // of the mode of clusters of characters, when the terminal was asked
	open   int              // how many questions are not answered
	asked  time.Time        // when the newest was asked
	err    error
}

func newOutput(to io.Writer) *output {
	o := &output{to: to, queued: make(chan struct{}, 1), idle: make(chan struct{})}
	close(o.idle)
	go o.drain()
	return o
}

// Write queues p, and waits a little until it is written; where that leaves the screen, as
// long as the end does.
func (o *output) Write(p []byte) (int, error) {
	idle, late, err := o.put(p)
	if err != nil {
		return 0, err
	}
	switch {
	case leaving(p) < 0:
		o.settle()
	case !late && !wait(idle, takes):
		o.mu.Lock()
		o.late = !isClosed(o.idle)
		o.mu.Unlock()
	}
	return len(p), nil
}

// clusters is p with the mode of clusters of characters as it is to be.
func (o *output) clusters(p []byte) []byte {
	switch o.had {
	case ansi.ModeSet:
		return bytes.ReplaceAll(p, []byte(ansi.ResetModeUnicodeCore), nil)
	case ansi.ModeReset:
		return bytes.ReplaceAll(p, []byte(enterScreen), []byte(enterScreen+ansi.SetModeUnicodeCore))
	}
	return p
}

// leaving is below 0 where p ends away from the program's screen, above 0 where it ends
// there, and 0 where it says nothing of it.
func leaving(p []byte) int {
	return cmp.Compare(bytes.LastIndex(p, []byte(enterScreen)), bytes.LastIndex(p, []byte(leaveScreen)))
}

func (o *output) put(p []byte) (idle chan struct{}, late bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	p = o.clusters(p)
	turn := leaving(p)
	if turn < 0 || turn == 0 && o.away { // nobody would read the answers any more, and the shell would
		p = unasked(p)
	}
	if full := o.size > 0 && o.size+len(p) > held; o.closed || (o.err != nil || full) && turn >= 0 {
		o.missed, o.unsent = true, o.unsent || bytes.Contains(p, []byte(clipboard))
		return nil, false, errors.Join(o.err, errFull)
	}
	if o.err != nil { // nobody knows in the middle of what, and the next may be taken
		p = slices.Concat([]byte(cancel), p)
	}
	if n := asks(p); n > 0 {
		o.open, o.asked = o.open+n, time.Now()
	}
	if o.sent != nil {
		o.sent(p)
	}
	if o.wrote != nil {
		o.wrote(time.Now())
	}
	if from := bytes.LastIndex(p, []byte(clipboard)); from >= 0 {
		_, _, n, _ := ansi.DecodeSequence(p[from:], ansi.NormalState, nil)
		o.copied = o.gone + o.size + from + n
	}
	o.queue = append(o.queue, bytes.Clone(p))
	o.size += len(p)
	o.cut = false
	if turn != 0 {
		o.away = turn < 0
	}
	if turn > 0 {
		o.left = nil
	}
	if isClosed(o.idle) {
		o.idle = make(chan struct{})
	}
	select {
	case o.queued <- struct{}{}:
	default:
	}
	return o.idle, o.late, nil
}

// drain writes what is queued until the output is closed.
func (o *output) drain() {
	for range o.queued {
		for p := o.next(); p != nil; p = o.next() {
			_, err := o.to.Write(p)
			o.mu.Lock()
			first := err != nil && o.err == nil
			o.err = cmp.Or(o.err, err)
			o.mu.Unlock()
			if first && o.ended != nil {
				o.ended(err)
			}
		}
	}
}

// next is what goes to the terminal next, in whole characters; nil for nothing.
func (o *output) next() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.at == len(o.now) {
		if len(o.queue) == 0 {
			o.caughtUp()
			return nil
		}
		o.now, o.at, o.queue = o.queue[0], 0, o.queue[1:]
		if leaving(o.now) < 0 {
			o.left = o.now
		} else {
			o.recent = slices.DeleteFunc(o.recent, func(r recent) bool { return r.end <= o.gone-queues })
			o.recent = append(o.recent, recent{o.now, o.gone + len(o.now)})
		}
	}
	end := min(o.at+piece, len(o.now))
	for end < len(o.now) && end > o.at+1 && !utf8.RuneStart(o.now[end]) {
		end--
	}
	p := o.now[o.at:end]
	o.at, o.size, o.gone = end, o.size-len(p), o.gone+len(p)
	return p
}

// settings are what stays with the terminal of what has gone, as long as the system may drop it: but
// not the turns to a screen, nor the modes of one, which the stack of the keyboard is, as these are not
// the same once they are sent twice.
func (o *output) settings() (list []byte) {
	for _, r := range o.recent {
		for end, one := range sequences(r.text) {
			end += r.end - len(r.text)
			ofScreen := leaving(one) != 0 || one[len(one)-1] == 'u'
			drawn := slices.Contains([]string{ansi.SetModeSynchronizedOutput, ansi.ResetModeSynchronizedOutput}, string(one))
			if o.gone-queues < end && end <= o.gone && stays(one) && !ofScreen && !drawn {
				list = append(list, one...)
			}
		}
	}
	return list
}

func (o *output) caughtUp() {
	if o.missed && o.torn != nil {
		go o.torn()
	}
	o.now, o.at = nil, 0
	o.late, o.missed, o.cut, o.vain = false, false, false, false
	if !isClosed(o.idle) {
		close(o.idle)
	}
}

// Late reports whether the terminal does not take what it is sent.
func (o *output) Late() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.late
}

// Away reports whether the terminal was sent the end of the program's screen, and not its
// beginning since.
func (o *output) Away() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.away
}

// Close waits for what is queued, but not for a terminal that takes nothing.
func (o *output) Close() {
	o.settle()
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.closed = true
		close(o.queued)
	}
}

// settle waits for what is queued. A terminal that is too slow for that gets no more of it
// than what gives it back as it was, and is not waited for again where nothing has gone since.
func (o *output) settle() {
	o.mu.Lock()
	idle, cut, vain := o.idle, o.cut, o.vain
	o.mu.Unlock()
	if cut || !vain && wait(idle, leaves) {
		return
	}
	o.mu.Lock()
	if !isClosed(o.idle) { // it may have taken the last of it just now
		o.shorten()
	}
	o.mu.Unlock()
	if vain && (wait(idle, stirs) || o.stuck()) || wait(idle, gives) {
		return
	}
	o.mu.Lock()
	o.vain, o.waited = !isClosed(o.idle), o.gone
	o.mu.Unlock()
}

// stuck reports whether nothing has gone since it was waited for in vain.
func (o *output) stuck() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.vain && o.gone == o.waited
}

// shorten drops what has not gone, and what the system can drop of the rest, but what stays with the
// terminal; what did so lately is sent again. Nobody knows how much of what leaves the screen, and has
// gone, the system dropped: it is sent again, on the program's screen, whose modes of the keyboard are
// not those of the screen beneath.
func (o *output) shorten() {
	rest, from, unsent := []byte(cancel), o.at, false
	list := append([][]byte{o.now}, o.queue...)
	if o.discard != nil {
		o.discard()
		rest = append(rest, o.settings()...)
		unsent = o.copied > o.gone-queues && o.copied > 0
		switch leaves := func(p []byte) bool { return leaving(p) < 0 }; {
		case leaves(o.now):
			list, from = append([][]byte{[]byte(enterScreen)}, list...), 0
		case o.left != nil && !slices.ContainsFunc(o.queue, leaves):
			list, from = append([][]byte{[]byte(enterScreen), o.left, o.now[from:]}, o.queue...), 0
		}
	}
	for _, p := range list {
		modes, dropped := modesOf(p, from)
		rest, unsent, from = append(rest, modes...), unsent || dropped, 0
	}
	o.now, o.at, o.size, o.queue = nil, 0, len(rest), [][]byte{rest}
	o.cut, o.copied, o.unsent = true, 0, o.unsent || unsent
}

// cancel ends a sequence that is not whole, so that nothing comes of it; a terminal that does not
// know CAN inside a text takes it as the end. What is drawn at once is drawn.
const cancel = "\x18\x1b\\" + ansi.ResetModeSynchronizedOutput

// What a text for the clipboard begins with (OSC 52), what sets the title (OSC 2) and the progress bar (OSC 9;4).
const clipboard, title, progressBar = "\x1b]52;", "\x1b]2;", "\x1b]9;4;"

// stays reports whether a sequence sets what stays with the terminal until it is set back: the title, the
// progress bar, or by a private control sequence a mode. One that asks sets nothing, and its answer would
// be typed into the shell.
func stays(one []byte) bool {
	if bytes.HasPrefix(one, []byte(title)) || bytes.HasPrefix(one, []byte(progressBar)) {
		return true
	}
	private, found := bytes.CutPrefix(one, []byte("\x1b["))
	if !found || len(private) < 2 {
		return false
	}
	switch final := private[len(private)-1]; private[0] {
	case '?':
		return final == 'h' || final == 'l'
	case '<', '=', '>':
		return final == 'u' || final == 'm'
	}
	return false
}

// sequences are those in p that begin with ESC, each by where it ends.
func sequences(p []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for at := 0; ; {
			next := bytes.IndexByte(p[at:], ansi.ESC)
			if next < 0 {
				return
			}
			at += next
			_, _, n, _ := ansi.DecodeSequence(p[at:], ansi.NormalState, nil)
			if !yield(at+n, p[at:at+n]) {
				return
			}
			at += n
		}
	}
}

// modesOf is what a terminal has to be sent for p, of which it was sent the first bytes, for what stays
// with it to be as after p; unsent is whether a text for the clipboard is not in it.
func modesOf(p []byte, sent int) (modes []byte, unsent bool) {
	for end, one := range sequences(p) {
		switch {
		case end <= sent:
		case stays(one):
			modes = append(modes, one...)
		case bytes.HasPrefix(one, []byte(clipboard)):
			unsent = true
		}
	}
	return modes, unsent
}

// Unsent reports, once, whether a text for the clipboard was dropped.
func (o *output) Unsent() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer func() { o.unsent = false }()
	return o.unsent
}

func wait(done <-chan struct{}, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
