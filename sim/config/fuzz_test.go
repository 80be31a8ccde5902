package config

import (
	"reflect"
	"strings"
	"testing"
)

// oneSentence: what is refused is refused in a line that says something.
func oneSentence(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); len(text) < 10 || strings.ContainsAny(text, "\r\n") {
		t.Errorf("refused with %q", text)
	}
}

// Any text is refused in one line, or gives a config whose own text reads back as
// the same config.
func FuzzParseText(f *testing.F) {
	for _, text := range []string{
		"", "alpha = 0.1\n", "alpha = [0.1, 0.2]\nnodes = 2\n", "method = \"mradmm\"\neta = \"1,1.03,1.02,0.8,1.01\"\ngrowth = 1.04\n",
		"method = 'sharing'\nparties = \"40,80\"\norder = \"gauss-seidel\"\nlabels = 2\n", "events = [\"at 4: cut 1-2\", 'at 6: alpha = 1e-300']\n",
		"topology = \"edges:1-2,2-3\"\nnodes = 3\nseed = 18446744073709551615\n", "data = \"libsvm:a:b\"\nshuffle = false\ntrain = 0\n",
		"stop_when = \"test_error < 0.16\"\nevents = [\"at 3: stop_when = none\", \"at 5: stop_when = printed ε>=1e9\"]\n", "stop_when = 'train_loss < 1 < 2'\n",
		"nodes = 1e3", "alpha = nan\n", "alpha = inf\n", "[alpha]\nx = 1\n", "alpha = \n", "title = \"a\\nb\"\ncaption = '''x\ny'''\n", "nodes = 0x10\n",
		"seed = 1979-05-27", "alpha.x = 1\n", "\"alpha\" = 2\n", "budget = 1e6\nwatch = 3\naccountant = \"zCDP\"\n", "method = \"pvp\"\nvariant = \"own\"\nevents = \"\"\n",
		"topology = \"complete\"\nnodes = 1000\n", "alpha = 1e400\n", "iterations = 9223372036854775808\n", "\ufeffalpha = 1\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseText([]byte(text), "fuzz.toml")
		if err != nil {
			oneSentence(t, err)
			return
		}
		again, err := ParseText([]byte(c.Text()), "again.toml")
		if err != nil {
			t.Fatalf("its own text is refused: %v\n%s", err, c.Text())
		}
		if a, b := c.Text(), again.Text(); a != b {
			t.Fatalf("reads back as another config:\n%s\n%s", a, b)
		}
		if c.Command() != again.Command() || strings.ContainsAny(c.Command(), "\r") {
			t.Fatalf("commands differ:\n%s\n%s", c.Command(), again.Command())
		}
		for _, k := range KnobsOf(c) {
			if k.Prose {
				_ = k.Set(&c, "") // no command has it
			}
		}
		if built, err := Build(c.flags()); err != nil || built.Text() != c.Text() {
			t.Fatalf("%s runs another session (%v):\n%s\n%s", c.Command(), err, built.Text(), c.Text())
		}
		for _, key := range Keys() {
			if k, _ := KnobOf(c, key); k.Nudge != nil {
				for _, n := range []int{-10, -1, 1, 10} {
					if _, err := k.Assign(c, k.Nudge(c, n)); err != nil && key != "nodes" {
						t.Fatalf("%d presses on %s = %s lead to %q: %v", n, key, k.Value(c), k.Nudge(c, n), err)
					}
				}
			}
		}
	})
}

// Any line is refused in one line, or is an event whose own text reads back.
func FuzzEvents(f *testing.F) {
	for _, text := range []string{
		"at 40: alpha = 0.1", "at 60: cut 1-2", "at 60: join 1 - 2\nat 1: C = 3", "at 0: x = 1", "at 1000001: x = 1", "at  7 : method = dvp",
		"at 1:", "at 1: cut", "at 1: cut 1-2-3", "at 1: topology = edges:1-2", "at -1: a = b", "at 5: =", "at 8: rho = [1, 2, 3, 4, 5]", "at 8: rho = [1,]", "at 8: rho = []", "at 8: rho = [", "at 5: events = at 6: alpha = 1", "\r\n\tat 3: eta=1\r",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		events, err := ParseEvents(text)
		if err != nil {
			oneSentence(t, err)
			return
		}
		c := Default()
		for _, e := range events {
			again, err := ParseEvent(e.String())
			if err != nil || again != e {
				t.Fatalf("%q reads back as %+v, %v", e.String(), again, err)
			}
			if err := e.Check(c); err != nil {
				oneSentence(t, err)
			}
		}
		if again, err := ParseEvents(Config{Events: events}.eventText()); err != nil || !reflect.DeepEqual(again, events) {
			t.Fatalf("%v reads back as %v, %v", events, again, err)
		}
	})
}

func (c Config) eventText() string { return EventsKnob.Value(c) }
