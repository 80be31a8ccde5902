package tui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"admmlab/presets"
	"admmlab/sim/admm"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/kept"
	"admmlab/tui/lens"
	"admmlab/tui/lens/many"
)

// seat is a person at the laboratory in virtual time: the real model and the real
// runner, with a loop that does what tea's does, and nobody's clock.
type seat struct {
	t      *testing.T
	m      *Model
	source *recorder
	inbox  chan tea.Msg
	done   chan struct{}
	w, h   int
	frame  string
	quits  int
}

// recorder is a runner that remembers what it was asked.
type recorder struct {
	*runner.Runner
	taken []runner.Command
}

func (r *recorder) Offer(c runner.Command) bool {
	ok := r.Runner.Offer(c)
	if ok {
		r.taken = append(r.taken, c)
	}
	return ok
}

// seated opens the laboratory on a small table and lets do sit at it.
func seated(t *testing.T, method string, do func(*seat)) {
	synctest.Test(t, func(t *testing.T) {
		c := config.Default().WithMethod(method)
		c.Data, c.Set.C, c.Iterations = "census:60", []float64{8}, 60
		h := runner.NewHost()
		defer h.Close()
		s := &seat{
			t: t, source: &recorder{Runner: h.NewRunner(t.Context())}, inbox: make(chan tea.Msg), done: make(chan struct{}), w: 120, h: 36,
		}
		s.m = newModel(Options{Host: h, Start: c, Presets: presets.All()[:2]}, s.source)
		s.m.exports.Write = nowhere
		lensOf[*many.Sweep](&stage{m: s.m}).Run = noSweep
		lensOf[*lens.Attacks](&stage{m: s.m}).Audits.Run = briefAudit
		s.m.levels.compute = tellLevels
		s.run(s.m.Init())
		s.send(tea.WindowSizeMsg{Width: s.w, Height: s.h})
		defer func() { // also after a failure, or the bubble waits for its goroutines
			close(s.done)
			if err := s.m.leave(); err != nil {
				t.Error(err)
			}
			s.source.Close()
			for range s.source.Batches() {
			}
			time.Sleep(time.Second) // virtual: ticks under way end
		}()
		do(s)
	})
}

// briefAudit is an audit that ends after its first runs: time that goes by would wait for
// all of them.
func briefAudit(ctx context.Context, prepare lens.Making, tell func(lens.Found)) (lens.Found, error) {
	a, on, err := prepare(ctx)
	if err != nil {
		return lens.Found{}, err
	}
	a.Step()
	f := lens.Found{On: on, Results: a.Results()}
	tell(f)
	return f, nil
}

// run carries a command out as tea does: in a goroutine of its own.
func (s *seat) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		select {
		case s.inbox <- cmd():
		case <-s.done:
		}
	}()
}

// send hands a message to the model and looks at the screen.
func (s *seat) send(msg tea.Msg) {
	s.t.Helper()
	_, cmd := s.m.Update(msg)
	s.run(cmd)
	if frame := s.m.View().Content; frame != s.frame {
		s.frame = frame
		lines := strings.Split(frame, "\n")
		if len(lines) > max(s.h, 1) {
			s.t.Fatalf("after %T %v: %d lines in a window of %dx%d", msg, msg, len(lines), s.w, s.h)
		}
		for _, line := range lines {
			if n := ansi.StringWidth(line); n > s.w {
				s.t.Fatalf("after %T %v: a line of %d cells in a window of %dx%d:\n%s", msg, msg, n, s.w, s.h, frame)
			}
		}
	}
}

// pass lets virtual time go by.
func (s *seat) pass(span time.Duration) {
	end := time.After(span)
	for {
		select {
		case msg := <-s.inbox:
			s.receive(msg)
		case <-end:
			return
		}
	}
}

func (s *seat) receive(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		s.quits++
	default:
		// Batches and sequences are lists of commands.
		if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
			for i := range v.Len() {
				s.run(v.Index(i).Interface().(tea.Cmd))
			}
			return
		}
		s.send(msg)
	}
}

// keyboard is every key that means something somewhere.
func keyboard() []tea.KeyPressMsg {
	var keys []tea.KeyPressMsg
	for _, b := range bindings(lens.All(nil)) {
		for _, k := range b.keys {
			if k != "q" && !strings.HasPrefix(k, "ctrl+") {
				keys = append(keys, keyPress(k))
			}
		}
	}
	for _, name := range []string{"enter", "enter", "esc", "backspace", "up", "down", "down", "left", "right", "home", "end"} {
		keys = append(keys, keyPress(name))
	}
	for _, r := range "0123456789.,e-=:/ kvyαé日\u0301:!" {
		keys = append(keys, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	for _, code := range []rune{tea.KeyPgUp, tea.KeyPgDown, tea.KeyDelete, tea.KeyF1, tea.KeyInsert} {
		keys = append(keys, tea.KeyPressMsg{Code: code})
	}
	for _, r := range "uwkaes" {
		keys = append(keys, tea.KeyPressMsg{Code: r, Mod: tea.ModCtrl})
	}
	return keys
}

// play reads bytes as things a person, a terminal or time can do.
func (s *seat) play(script []byte) {
	keys := keyboard()
	next := func() int {
		if len(script) == 0 {
			return 0
		}
		b := script[0]
		script = script[1:]
		return int(b)
	}
	for len(script) > 0 {
		switch b := next(); {
		case b < 200:
			s.send(keys[b%len(keys)])
		case b < 212:
			s.w, s.h = next(), next()%90
			s.send(tea.WindowSizeMsg{Width: s.w, Height: s.h})
		case b < 236:
			s.pass(frameTime)
		case b < 240:
			s.pass(time.Second / 2)
		case b < 246:
			s.send(tea.MouseClickMsg{X: next(), Y: next(), Button: tea.MouseLeft})
		case b < 250:
			s.send(tea.MouseWheelMsg{X: next(), Y: next(), Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[b%2]})
		case b < 252:
			n := next()
			s.send(tea.PasteMsg{Content: string(script[:min(len(script), n)])})
		case b == 252:
			s.send(tea.ColorProfileMsg{Profile: []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI, colorprofile.TrueColor}[next()%3]})
		default:
			s.send(tea.KeyReleaseMsg{Code: 'x'})
		}
	}
}

// leave: whatever is open, what was asked has been answered, and q leaves.
func (s *seat) leave() {
	s.t.Helper()
	for range 150 { // 5 s; less where a run flat out has made thousands of rows
		s.pass(frameTime)
		if s.m.desk.Settled() {
			break
		}
	}
	if s.source != nil && !s.m.desk.Settled() {
		s.t.Fatalf("after 5 s, command %d of %d is carried out", s.m.scene.State.Seq, s.m.desk.Newest())
	}
	for range 8 { // out of every dialog
		if s.m.front.dialog == nil {
			break
		}
		s.send(keyPress("esc"))
	}
	if s.m.front.dialog != nil {
		s.t.Fatalf("esc does not leave the dialog:\n%s", s.frame)
	}
	s.send(keyPress("q"))
	s.pass(frameTime)
	s.send(keyPress("ctrl+c")) // in case q has asked whether to leave
	s.pass(frameTime)
	if s.quits == 0 {
		s.t.Fatalf("q and ctrl+c do not leave:\n%s", s.frame)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add(uint8(0), []byte("m\x08\xe0\xe1\x0f\xd0\x50\x18p\xe2"))
	f.Add(uint8(6), []byte{36, 36, 220, 200, 1, 1, 37, 220, 241, 3, 5, 220})
	for seed := range byte(4) {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		script := make([]byte, 60)
		for i := range script {
			script[i] = byte(rng.Uint32())
		}
		f.Add(seed, script)
	}
	f.Fuzz(func(t *testing.T, method uint8, script []byte) {
		if len(script) > 400 {
			script = script[:400] // long ones are slow, not another case
		}
		seated(t, admm.Catalogue()[int(method)%len(admm.Catalogue())].ID, func(s *seat) {
			s.pass(frameTime)
			s.play(script)
			s.leave()
		})
	})
}

// Thousands of keys at random, with resizes, clicks and pauses between.
//
//	ADMMLAB_KEYS=50 go test ./tui -run ThousandsOfKeys -v    fifty such visits
func TestThousandsOfKeys(t *testing.T) {
	visits, _ := strconv.Atoi(os.Getenv("ADMMLAB_KEYS"))
	for seed := range max(visits, 1) {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		script := make([]byte, 2000)
		for i := range script {
			script[i] = byte(rng.Uint32())
		}
		t.Logf("visit %d", seed)
		seated(t, admm.Catalogue()[seed%len(admm.Catalogue())].ID, func(s *seat) {
			s.play(script)
			s.leave()
		})
	}
}

// Every method and every lens can be had by keys alone.
func TestEveryMethodAndLensIsReached(t *testing.T) {
	seated(t, "dvp", func(s *seat) {
		for n, spec := range admm.Catalogue() {
			s.send(keyPress("m"))
			s.send(keyPress("home"))
			for range n {
				s.send(keyPress("down"))
			}
			s.send(keyPress("enter"))
			s.pass(time.Second)
			if got := s.m.scene.State.Config.Method; got != spec.ID || s.m.scene.Run.Last() == 0 {
				t.Errorf("%s is chosen and %s runs, %d iterations", spec.ID, got, s.m.scene.Run.Last())
			}
			for _, key := range []string{"b", "x", "w", "a"} {
				s.send(keyPress(key))
				s.pass(time.Second / 4)
				s.send(keyPress("esc"))
			}
		}
		seen := map[string]bool{}
		for _, c := range s.source.taken {
			if c.Order == runner.Look {
				seen[wanted(c.Look)] = true
			}
		}
		for _, p := range []string{"nothing", "bill", "losses", "node 1"} {
			if !seen[p] {
				t.Errorf("no key asks for %s", p)
			}
		}
		s.leave()
	})
}

// A run that stands still becomes the same whether keys come one after the other or all at
// once, before the runner or the disk has answered any of them: the same rows and changes in it
// and in the run before, the same on the screen, the same kept. Keys that let runs go on by
// themselves are not among them: how far those come is a matter of time.
//
//	ADMMLAB_KEYS=50 go test ./tui -run KeysInABurst    fifty times as many
func TestKeysInABurstDoWhatTheyDoSlowly(t *testing.T) {
	hands := [][]string{
		{"n", "n", "n", "n", "left", "right", "left", "right", "up", "down", "shift+left", "u", "u", "F", "r", "R", ",", ".", "<", "home", "end", "y", "t", "enter", "c", "tab", "esc", "b", "w", "x", "x", "g", "f", "K", "[", "]", "shift+right"},
		{"n", "n", "n", "left", "right", "up", "down", "u", "F", "r", "R", ",", "<", ">", "home", "end", "tab", "tab", "shift+tab", "esc", "esc", "b", "w", "x", "x", "g", "g", "u", "h", "h", "h", "d", "p", "m", "v", "C", "L", "z", "l", "?", ":", "e", "E", "S", "o", "P", "i", "a", "1", "M", "T", "backspace"},
	}
	times, _ := strconv.Atoi(os.Getenv("ADMMLAB_KEYS"))
	seeds := 14 * max(times, 1)
	if testing.Short() { // under the race detector each takes ten times as long
		seeds = 2
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(uint64(seed), 11))
		method, hand := admm.Catalogue()[seed/2%len(admm.Catalogue())].ID, hands[seed%2]
		keys := []string{"n"}
		for range 4 + rng.IntN(12) {
			keys = append(keys, hand[rng.IntN(len(hand))])
		}
		if seed%4 == 0 { // a lens, and a line of it before its picture can have come
			keys = append(keys, "x", "down", "enter")
		}
		outcome := func(between time.Duration) (all string) {
			t.Chdir(t.TempDir())
			runs := archive.Open("runs") // a page tells of the folder
			seated(t, method, func(s *seat) {
				s.pass(frameTime)
				slowly := func(keys ...string) {
					for _, key := range keys {
						s.send(keyPress(key))
						s.pass(time.Second / 4)
					}
				}
				slowly("space", "r")
				*s.m.records = *kept.New(&s.m.scene, s.m.jobs, runs, nil, kept.Hooks{Wish: s.m.grant, Free: s.m.free, Origin: runner.Origin})
				slowly("r", "n", "n", "r")
				for _, key := range keys {
					s.send(keyPress(key))
					s.pass(between)
				}
				s.pass(time.Second / 2)
				seen := s.m.frame
				if s.m.draw(); s.m.frame != seen {
					t.Errorf("seed %d, %q: the screen shows\n%s\nwhere this is\n%s", seed, keys, ansi.Strip(seen), ansi.Strip(s.m.frame))
				}
				all = s.stands()
				s.leave()
			})
			return all + listed(t, runs)
		}
		if slowly, burst := outcome(5*frameTime), outcome(0); burst != slowly {
			t.Errorf("seed %d, %s, %q:\nslowly\n%s\nat once\n%s", seed, method, keys, slowly, burst)
		}
	}
}

// stands is what there is once all keys are worked off.
func (s *seat) stands() string {
	scene, m := &s.m.scene, s.m
	all := fmt.Sprintf("%s\nt = %d, cursor %d\n", scene.State.Replay.Text(), scene.Run.Last(), scene.Cursor)
	for t := range scene.Run.Last() {
		all += fmt.Sprintln(scene.Run.Row(t + 1).TrainLoss)
	}
	all += fmt.Sprintf("focus %d, zoomed %v, lens %q, pinned %v, hidden %v %v, C %v, large %v, chosen %s\n",
		m.view.focus, m.view.zoomed, scene.Lens, scene.Pinned != "", scene.HideGhost, scene.HideLevels, scene.TimesC, scene.Big, scene.Selected)
	all += fmt.Sprintf("starting %d, forking %d, %d and %d pending, %d keys wait\n", scene.Starting, scene.ForkAt, len(scene.Pending), len(scene.Edges), len(m.ahead.inputs))
	if before := scene.Ghost; before != nil {
		c := before.Config.Clone()
		c.Events = slices.DeleteFunc(c.Events, func(e config.Event) bool { return e.At > before.Last() })
		all += fmt.Sprintf("before it t = %d of %s", before.Last(), c.Text())
	}
	switch d := m.front.dialog.(type) {
	case *dialog.Table: // it tells when a run was, to the second
		all += fmt.Sprintf("%T\n", d)
	case dialog.Dialog:
		all += d.View(100, 30) + "\n"
	}
	return all
}

// listed is what an archive holds, but for when.
func listed(t *testing.T, runs *archive.Archive) string {
	t.Helper()
	records, notes, err := runs.List(t.Context())
	if err != nil || notes != nil {
		t.Fatal(notes, err)
	}
	var list []string
	for _, r := range records {
		list = append(list, fmt.Sprintf("kept: %s %q %s t = %d", r.Config.Method, r.Name, r.End, r.Last.Iteration))
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}
