package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
)

// full is how many rows a batch may hold before computing waits for the reader.
const full = 4096

// Runner drives a session: the only goroutine between the keys and the method.
// It selects over commands, the batch that waits to be taken, and the time of
// the next iteration, so that a key is answered between two iterations.
type Runner struct {
	host     *Host
	lane     *Lane
	each     models.Each // its
	ctx      context.Context
	stop     context.CancelFunc
	done     chan struct{}
	commands chan Command
	batches  chan Batch

	reading    reading
	set        *data.Dataset // the one last read, kept for the next Start
	outdated   string        // that its file had changed since, "" where it had not
	session    *sim.Session
	refused    string   // why the newest Start did not begin, "" where it did
	trail      trail    // of the session
	past       *rewound // nil unless a Look is at the past
	companions []*companion
	until      int       // replay flat out to here before anything else
	held       []Command // wait for that, or for the iteration that is asked for

	outbox outbox
	pace   pace
	view   view
}

// outbox is what has not been taken yet.
type outbox struct {
	generation int
	seq        int // the last command carried out, and all before it
	newest     int // that has been carried out, also where an older one waits
	began      int // the Start that began the run in force
	told       int // the last that a batch has told of
	heard      int // the generation that a batch has told of
	pending    Batch
	news       bool
}

// pace is when the session makes an iteration.
type pace struct {
	running bool
	once    bool // the one iteration that was asked for is to be made
	speed   float64
	due     time.Time // of the next iteration
	rate    meter
}

// NewRunner starts a runner that ends with ctx, with the host, or with Close.
func (h *Host) NewRunner(ctx context.Context) *Runner {
	r := &Runner{
		host: h, lane: h.pool.Lane(), done: make(chan struct{}),
		// One command may wait: a runner that is computing has no ear, and an
		// offer that is never heard would leave the keys dead when it runs flat out.
		commands: make(chan Command, 1), batches: make(chan Batch),
		pace: pace{speed: 20},
	}
	r.ctx, r.stop = context.WithCancel(ctx)
	r.each = until(r.ctx, r.lane.Each)
	h.labs.Add(1)
	unhost := context.AfterFunc(h.ctx, r.stop)
	leave := h.enter()
	go func() {
		defer close(r.done)
		defer leave()
		defer h.labs.Add(-1)
		defer unhost()
		r.loop()
	}()
	return r
}

// Offer hands over a command, without waiting, unless one is still waiting there.
func (r *Runner) Offer(c Command) bool {
	select {
	case r.commands <- c:
		return true
	default:
		return false
	}
}

// Expect says of which data the newest Start, by the number of its command, is: no other
// data are read from then on, for they may never come, and the command that wants others
// would wait for them. It also says whether its run goes on once it has begun, whatever the
// Start says: while its data are read no other command is heard.
func (r *Runner) Expect(start int, key string, run bool) { r.reading.expect(start, key, run) }

// Batches delivers what happened; it is closed when the runner has ended.
func (r *Runner) Batches() <-chan Batch { return r.batches }

// Close ends the runner, also while it reads data, and returns when it has ended.
func (r *Runner) Close() {
	r.stop()
	<-r.done
}

func (r *Runner) loop() {
	defer close(r.batches)
	var over error
	defer unlessStopped(r.ctx, &over)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		for len(r.held) > 0 && !r.replaying() && !r.stepping() {
			c := r.held[0]
			r.held = r.held[1:]
			r.obey(c)
		}
		var out chan Batch
		if r.outbox.news {
			out = r.batches
			r.outbox.pending.State, r.outbox.pending.Companions = r.state(), r.reports()
		}
		var next <-chan time.Time
		if wait, busy := r.wait(); busy {
			timer.Reset(wait)
			next = timer.C
		}
		// What somebody waits for comes before the next iteration.
		select {
		case c := <-r.commands:
			r.hear(c)
			continue
		default:
		}
		if r.outbox.told != r.outbox.seq {
			select {
			case out <- r.outbox.pending:
				r.sent()
				continue
			default:
			}
		}
		select {
		case <-r.ctx.Done():
			return
		case c := <-r.commands:
			r.hear(c)
		case out <- r.outbox.pending:
			r.sent()
		case <-next:
			r.turn()
		}
	}
}

// hear carries out a command, now or when the run stands as it is meant for: the fork where it
// was asked for, and behind the iteration that is to be made. Nobody waits for either once
// another run begins.
func (r *Runner) hear(c Command) {
	if c.Order == Pause { // takes back the steps that are not made yet
		r.held = slices.DeleteFunc(r.held, func(h Command) bool { return h.Order == Once || h.Order == Go })
	}
	early := len(r.held) > 0 || r.stepping()
	switch c.Order {
	case Pace, Start: // of whatever runs, and of none
		early = false
	case Apply, Once, Afford, Attack:
		early = early || r.session != nil && r.replaying()
	}
	if early {
		r.held = append(r.held, c)
		return
	}
	r.obey(c)
}

// sent says that the batch that waited is taken.
func (r *Runner) sent() {
	r.outbox.heard = r.outbox.pending.Generation
	r.outbox.pending, r.outbox.news, r.outbox.told = Batch{Generation: r.outbox.generation}, false, r.outbox.seq
	r.reported()
}

// ready reports whether an iteration is to be computed at the time due.
func (r *Runner) ready() bool {
	return r.session != nil && (r.pace.running || r.stepping() || r.replaying()) && len(r.outbox.pending.Rows) < full
}

// stepping reports whether the one iteration that was asked for is still to be made.
func (r *Runner) stepping() bool {
	return r.pace.once && r.session != nil && r.session.Ready()
}

// replaying reports whether a Start with Until is still on its way.
func (r *Runner) replaying() bool { return r.session.Iteration() < r.until && r.session.Ready() }

// wait is the time until there is something to compute.
func (r *Runner) wait() (time.Duration, bool) {
	switch {
	case r.session == nil:
		return 0, false
	case r.behind(), r.past.late(), r.replaying() && r.ready():
		return 0, true
	}
	return time.Until(r.pace.due), r.ready()
}

// turn computes what is due. The run waits for those beside it that are behind, so
// that all stay side by side.
func (r *Runner) turn() {
	if !r.lane.Begin(r.ctx) {
		return
	}
	defer r.host.tidy()
	defer r.lane.End()
	switch {
	case r.behind():
		r.follow()
	case r.ready() && (r.replaying() || !time.Now().Before(r.pace.due)):
		r.step()
		r.follow()
	}
	if r.past.late() {
		r.recall()
	}
}

// obey carries out a command; whatever it is, its Seq is reported back, that of Once, and of
// what is heard until that is made, with its iteration.
func (r *Runner) obey(c Command) {
	r.outbox.news = true
	without := r.without(c)
	r.pace.once = c.Order == Once && !without || r.stepping()
	r.outbox.newest = max(r.outbox.newest, c.Seq) // what has waited may be older than what did not
	defer func() {
		if !r.stepping() {
			r.confirm()
		}
	}()
	if without {
		return
	}
	defer r.rescue("the last command", false)
	switch c.Order {
	case Start:
		r.begin(c)
	case Apply:
		r.change(c.Event)
	case Go:
		r.run(true)
	case Pause:
		r.run(false)
	case Once:
		r.pace.running = false
		r.pace.due = time.Now()
	case Pace:
		r.pace.speed = c.Speed
		r.pace.due = time.Now()
	case Look:
		r.look(c)
	case Afford:
		r.answer(c.Seq, func() { r.afford(c) })
	case Attack:
		r.answer(c.Seq, func() { r.attack(c.Attack) })
	case Accompany:
		r.accompany(c.Companions, c.Match)
	}
}

// without reports whether the run that a command is about is not there, and says why: where its
// Start was refused that has been said, and only a question is still to be answered.
func (r *Runner) without(c Command) bool {
	asks := false
	switch c.Order {
	case Apply, Go, Pause, Once:
	case Afford, Attack:
		asks = true
	case Accompany:
		if len(c.Companions) == 0 && c.For == 0 {
			return false
		}
	default:
		return false
	}
	missed := c.For > 0 && c.For != r.outbox.began
	if r.session != nil && !missed {
		return false
	}
	why := r.refused
	if r.session == nil {
		why = strings.TrimSuffix("there is no run: "+why, ": ")
	}
	if why != "" && (asks || !missed) {
		r.answer(c.Seq, func() { r.tell(sim.Refused, why) })
	}
	return true
}

// confirm reports what has been carried out, up to the first command that waits: the speed and
// a start that is refused wait for nothing, and what is older than they is reported when it is
// made.
func (r *Runner) confirm() {
	r.outbox.seq, r.pace.once = r.outbox.newest, false
	if len(r.held) > 0 {
		r.outbox.seq = min(r.outbox.seq, r.held[0].Seq-1)
	}
}

// answer tells which question what is said meanwhile is about, that it failed among it.
func (r *Runner) answer(asked int, say func()) {
	from := len(r.outbox.pending.Notices)
	func() {
		defer r.rescue("the last command", false)
		say()
	}()
	for i := range r.outbox.pending.Notices[from:] {
		r.outbox.pending.Notices[from+i].Asked = asked
	}
}

func (r *Runner) run(on bool) {
	r.pace.running = on && r.session != nil && r.session.Ready()
	r.pace.due = time.Now()
	r.pace.rate = meter{}
}

// change makes a change by hand, and reports whether it was taken.
func (r *Runner) change(e config.Event) (taken bool) {
	defer r.rescue("the last command", true)
	notices := r.session.Change(e)
	r.note(notices)
	if slices.ContainsFunc(notices, func(n sim.Notice) bool { return n.Kind == sim.Changed }) {
		r.repaint()
	}
	if !r.session.Ready() {
		r.pace.running = false
	}
	return !slices.ContainsFunc(notices, func(n sim.Notice) bool { return n.Kind == sim.Refused })
}

// rescue makes a panic a notice: a mistake in a method, an attack or a picture
// must not take the screen down with it. The rows so far stay. With halt the
// session cannot go on, as nobody knows what state it was left in.
func (r *Runner) rescue(doing string, halt bool) {
	broken := recover()
	switch broken {
	case nil:
		return
	case stopped{}:
		panic(broken) // for the loop, which it ends
	}
	t := 0
	if r.session != nil {
		t = r.session.Iteration()
	}
	text := fmt.Sprintf("%s failed inside the program at t = %d: %v; the rows so far are kept", doing, t, broken)
	if halt && r.session != nil {
		r.session.Halt(text)
		r.pace.running = false
	}
	r.tell(sim.Failed, text)
}

// step computes one iteration.
func (r *Runner) step() {
	defer r.rescue("the iteration", true)
	if r.stepping() {
		r.confirm()
	}
	replaying := r.replaying()
	row, notices := r.session.Step()
	r.trail.mark(r.session, r.host.trailRoom())
	r.outbox.pending.Rows = append(r.outbox.pending.Rows, row)
	r.note(notices)
	r.outbox.news = true
	now := time.Now()
	r.pace.rate.tick(now)
	if !r.session.Ready() {
		r.pace.running = false
	}
	if r.pace.speed > 0 && !replaying { // a replay keeps no pace
		r.pace.due = r.pace.due.Add(time.Duration(float64(time.Second) / r.pace.speed))
	}
	if r.pace.speed <= 0 || r.pace.due.Before(now) {
		r.pace.due = now // late: do not catch up in a burst
	}
}

func (r *Runner) note(n []sim.Notice) {
	r.outbox.pending.Notices = append(r.outbox.pending.Notices, n...)
	r.outbox.news = true
}

func (r *Runner) tell(kind sim.NoticeKind, text string) {
	t := 0
	if r.session != nil {
		t = r.session.Iteration()
	}
	r.note([]sim.Notice{{Iteration: t, Kind: kind, Text: text}})
}

func (r *Runner) state() State {
	s := State{Seq: r.outbox.seq, Began: r.outbox.began, Running: r.pace.running, Speed: r.pace.speed, Rate: r.pace.rate.value}
	if r.session == nil {
		return s
	}
	s.Replay = r.session.Replay()
	s.Config, s.Size, s.Iteration = r.session.Config(), r.session.Size(), r.session.Iteration()
	s.Outdated = r.outdated
	s.Finished, s.Halted, s.Met, s.Wall, s.Graph = r.session.Finished(), r.session.Halted(), r.session.Met(), r.session.Wall(), r.session.Graph()
	s.Lapsed, s.Reason = r.session.Lapsed()
	r.pictures(&s)
	return s
}

// meter measures iterations a second over half-second windows.
type meter struct {
	since time.Time
	count int
	value float64
}

func (m *meter) tick(now time.Time) {
	if m.since.IsZero() {
		m.since = now
		return
	}
	m.count++
	if past := now.Sub(m.since); past >= time.Second/2 {
		m.value = float64(m.count) / past.Seconds()
		m.since, m.count = now, 0
	}
}
