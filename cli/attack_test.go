//go:build unix

package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/creack/pty"

	"admmlab/sim/archive"
)

// attacks is how often something is attacked, each time otherwise. For longer:
//
//	ADMMLAB_ATTACKS=50 go test ./cli -run AttackBy -v -timeout 2h
func attacks(few int) int {
	if n, err := strconv.Atoi(os.Getenv("ADMMLAB_ATTACKS")); err == nil {
		return n
	}
	return few
}

// anyKeys are keys that change, open and close things, but do not leave, nor open the table
// of kept runs, where x deletes one.
func anyKeys(rng *rand.Rand, n int) string {
	keys := strings.Split("\t|\x1b[A|\x1b[B|\x1b[C|\x1b[D|n| |m|\r|\x1b[Z|b|x|w|a|t|c|r|R|L|z|l|g|,|.|[|]|u|\x1b[<0;40;12M|\x1b[<64;9;9M|\x1b", "|")
	var b strings.Builder
	for range n {
		b.WriteString(keys[rng.IntN(len(keys))])
	}
	return b.String()
}

// answers waits for the screen to be that of the laboratory and to hear keys, whatever
// was open.
func (c *console) answers() {
	c.t.Helper()
	if err := pty.Setsize(c.file, &pty.Winsize{Cols: 120, Rows: 36}); err != nil {
		c.t.Fatal(err)
	}
	const esc = "\x1b[27u" // as a sequence: it cannot be taken for a part of the next
	c.types(strings.Repeat(esc, 4) + ":")
	c.until("the actions", func(_, view string) bool { return strings.Contains(view, "Actions and parameters") })
	c.types(esc)
	c.until("the laboratory", func(_, view string) bool {
		return !strings.Contains(view, "Actions and parameters") && strings.Contains(view, "Guarantees")
	})
}

// kill -9 at any moment, with anything under way: no run that was finished is lost, no
// file is damaged, and the next start works.
func TestAttackByKilling(t *testing.T) {
	t.Parallel()
	data, lost := t.TempDir(), map[string]bool{}
	for i := range attacks(4) {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+data), 120, 36, "--data", "census:600", "--set", "C=60", "--iterations", fmt.Sprint(5+rng.IntN(60)))
		c.running()
		for range 1 + rng.IntN(60) {
			raw, _ := c.output()
			c.types(anyKeys(rng, 1+rng.IntN(4)))
			looks := 0
			c.until("an answer", func(now, _ string) bool {
				looks++
				return len(now) > len(raw) || looks > 5 // some keys change nothing
			})
		}
		c.cmd.Process.Kill()
		ends(t, c.cmd)
		records, notes, err := archive.Open(filepath.Join(data, "admmlab", "runs")).List(t.Context())
		if err != nil || len(notes) > 0 {
			t.Fatalf("attack %d: %v, %v", i, notes, err)
		}
		there := map[string]bool{}
		for _, r := range records {
			there[r.ID] = true
		}
		for id := range lost {
			if !there[id] {
				t.Errorf("attack %d: the run %s is lost", i, id)
			}
		}
		lost = there
	}
}

// Hundreds of sizes, possible and impossible ones, with keys in between.
func TestAttackByResizing(t *testing.T) {
	t.Parallel()
	for i := range attacks(1) {
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		c := inTerminal(t, quiet, 120, 36, lab600...)
		c.running()
		for range 300 {
			size := pty.Winsize{Cols: uint16(rng.IntN(260)), Rows: uint16(rng.IntN(90))}
			if rng.IntN(60) == 0 {
				size = pty.Winsize{Cols: uint16(rng.Uint32()), Rows: uint16(rng.Uint32())}
			}
			if err := pty.Setsize(c.file, &size); err != nil {
				t.Fatal(err)
			}
			if rng.IntN(8) == 0 {
				c.types(anyKeys(rng, 2))
			}
		}
		c.answers()
		if memory := resident(t, c); memory > 1<<30 {
			t.Errorf("attack %d: %d MB", i, memory>>20)
		}
		c.cmd.Process.Signal(os.Interrupt)
		if code := ends(t, c.cmd); code != exitInterrupted {
			t.Errorf("attack %d: exit code %d", i, code)
		}
		c.restored()
	}
}

// Megabytes of pastes with anything in them, keys by the thousand, and sequences that
// mean nothing.
func TestAttackByPasting(t *testing.T) {
	t.Parallel()
	for i := range attacks(1) {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		c := inTerminal(t, quiet, 120, 36, lab600...)
		c.running()
		for range 6 {
			var b strings.Builder
			switch rng.IntN(3) {
			case 0:
				b.WriteString("\x1b[200~")
				for range 200_000 {
					b.WriteByte(byte(rng.Uint32()))
				}
				b.WriteString("\x1b[201~")
			case 1:
				b.WriteString(strings.Repeat("\x1b[A\x1b[B\x1b[<64;9;9M", 2000))
			case 2:
				for range 400 {
					fmt.Fprintf(&b, "\x1b%c", "[P]_^XO"[rng.IntN(7)])
					for range rng.IntN(90) {
						b.WriteByte("0123456789;:<=>? $"[rng.IntN(18)])
					}
					b.WriteString([]string{"m", "~", "\x1b\\", "\a", ""}[rng.IntN(5)])
				}
			}
			c.types(b.String())
		}
		c.answers()
		if memory := resident(t, c); memory > 1<<30 {
			t.Errorf("attack %d: %d MB", i, memory>>20)
		}
		c.cmd.Process.Signal(os.Interrupt)
		if code := ends(t, c.cmd); code != exitInterrupted {
			t.Errorf("attack %d: exit code %d", i, code)
		}
		c.restored()
	}
}
