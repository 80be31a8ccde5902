package config

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// allocated is how many bytes work takes, however fast the machine is.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Twice as much text is twice as much work and not four times: sessions with many events
// end soon, also refused ones with many keys.
func TestReadingASessionIsLinear(t *testing.T) {
	events := func(n int) string {
		var b strings.Builder
		b.WriteString("events = [\n")
		for i := range n {
			fmt.Fprintf(&b, "  \"at %d: %s\",\n", i+1, []string{"alpha = 0.25", "cut 1-2", "join 1-2", "topology = star"}[i%4])
		}
		return b.String() + "]\n"
	}
	read := func(n int) uint64 {
		text := []byte(events(n))
		return allocated(func() {
			c, err := ParseText(text, "test")
			if err != nil || len(c.Events) != n {
				t.Fatal(len(c.Events), err)
			}
			alpha, _ := KnobOf(c, "alpha")
			if _, err := alpha.Assign(c, "0.5"); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := read(4000), read(16000); many > 6*few {
		t.Errorf("4,000 events take %d bytes, 16,000 take %d", few, many)
	}
}

// The reader of TOML compares every key with all before it.
func TestATextOfTooManyKeysIsRefusedAtOnce(t *testing.T) {
	var keys, tables, inline strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&keys, "k%d = 1\n", i)
		fmt.Fprintf(&tables, "[k%d]\n", i)
		fmt.Fprintf(&inline, "k%d = 1, ", i)
	}
	for _, text := range []string{keys.String(), tables.String(), "title = {" + inline.String() + "z = 1}\n", "title = [{" + inline.String() + "z = 1}]\n",
		"a" + strings.Repeat(".a", 1000) + " = 1\n", "[a" + strings.Repeat(".a", 1000) + "]\n"} {
		if _, err := Assignments([]byte(text), "x"); err == nil || !strings.Contains(err.Error(), "more than 1000 keys") {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// A key is found in the line that assigns it, whether or not it is quoted.
func TestEveryKeyHasItsLine(t *testing.T) {
	list, err := Assignments([]byte("# C = 3\nalpha=1\nC =2\n\n\t\"rho\" = 1\nseed = \"C = 4\"\n"), "x")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if want := map[string]string{"alpha": "line 2 of x", "C": "line 3 of x", "rho": "line 5 of x", "seed": "line 6 of x"}[a.Key]; a.Where != want {
			t.Errorf("%s: %s, want %s", a.Key, a.Where, want)
		}
	}
}

// A list holds numbers or texts: what stands deeper in it would be read as something else.
func TestAListInAListIsRefusedWithItsLine(t *testing.T) {
	for _, text := range []string{"alpha = [[0.3]]", `events = [["at 1: alpha = 1"], ["at 1: rho = 1"]]`} {
		if _, err := Assignments([]byte("C = 3\n"+text+"\n"), "x"); err == nil || !strings.Contains(err.Error(), "line 2 of x: ") || !strings.Contains(err.Error(), "a list in a list") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
