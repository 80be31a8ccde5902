package config

import (
	"os/exec"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// comesBack fails unless the text form of c reads back as c, words included.
func comesBack(t *testing.T, c Config) {
	t.Helper()
	again, err := ParseText([]byte(c.Text()), "its own text")
	if err != nil {
		t.Fatalf("its own text is refused: %v\n%s", err, c.Text())
	}
	if again.Title != c.Title || again.Caption != c.Caption || again.Data != c.Data || again.Text() != c.Text() {
		t.Fatalf("reads back as another session:\n%q\n%q", c.Text(), again.Text())
	}
}

// Every character there is can stand in a title, a caption and a path.
func TestEveryCharacterComesBack(t *testing.T) {
	for from := rune(0); from <= utf8.MaxRune; from += 0x200 {
		if utf16.IsSurrogate(from) {
			continue // surrogates are no characters
		}
		var b strings.Builder
		for r := from; r < from+0x200; r++ {
			b.WriteRune(r)
		}
		c := Default()
		c.Title, c.Caption, c.Data = b.String(), "\\"+b.String()+"\"", "csv:"+b.String()
		comesBack(t, c)
	}
}

func TestATextFormHoldsNothingHidden(t *testing.T) {
	c := Default()
	c.Title = "a\a\v\x00\x1b[2J\x7f\u0085\u200b\u202e\ufeff\U000e0001\n"
	want := `title = "a\u0007\u000b\u0000\u001b[2J\u007f\u0085\u200b\u202e\ufeff\U000e0001\n"` + "\n"
	if got, _, _ := strings.Cut(c.Text(), "data"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTextThatIsNotUTF8IsRefused(t *testing.T) {
	for _, key := range []string{"title", "caption", "data", "events"} {
		value := "csv:\xff"
		if key == "events" {
			value = "at 3: alpha = 1\nat 4: \xed\xa0\x80 = 1"
		}
		_, err := Build([]Assignment{{Key: key, Value: value, Where: "--set"}})
		if err == nil || !strings.HasPrefix(err.Error(), "--set: "+key+" = ") || !strings.Contains(err.Error(), "not UTF-8") {
			t.Errorf("%s: %v", key, err)
		}
		k, _ := KnobOf(Default(), key)
		if _, err := k.Assign(Default(), value); err == nil {
			t.Errorf("%s can be turned to it", key)
		}
	}
}

// Whatever is typed as a title, a caption, a path or an event is refused in a sentence,
// or comes back as it was.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{"", "\a\v", "a\"b\\c", "'''", "\"\"\"", "\x00\x7f", "\u2028\ufffe\U0010ffff", "\xff", "\r\n", "]\n[", "# no", "${x}`y`"} {
		f.Add(text, text, text)
	}
	f.Fuzz(func(t *testing.T, title, caption, path string) {
		c, err := Build([]Assignment{{Key: "title", Value: title}, {Key: "caption", Value: caption}, {Key: "data", Value: "csv:" + path}, {Key: "events", Value: path}})
		if err != nil {
			if c, err = Build([]Assignment{{Key: "title", Value: title}, {Key: "caption", Value: caption}, {Key: "data", Value: "csv:/" + path}}); err != nil {
				oneSentence(t, err)
				return
			}
		}
		comesBack(t, c)
	})
}

// In the command line of a session nothing is hidden but the ends of lines between
// events.
func TestACommandLineHidesNothing(t *testing.T) {
	path := "a'\\\n\x1b[2J\x7f\u202eé\u200b$(x) `y` \"z\""
	c := Default()
	c.Data = "csv:" + path
	want := `admmlab run --set method=dvp --set "$(printf 'data=csv:a\047\134\012\033[2J\177\342\200\256é\342\200\213\044(x) \140y\140 \042z\042')"`
	if got := c.Command(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c = Default()
	c.Events = []Event{{At: 2, Key: "alpha", Value: "1"}, {At: 3, Key: "alpha", Value: "2"}}
	if got, want := c.Command(), "admmlab run --set method=dvp --set 'events=at 2: alpha = 1\nat 3: alpha = 2'"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A session of more changes than a system takes in one argument is handed over as its text.
func TestACommandLineOfAnyLengthCanBeStarted(t *testing.T) {
	c := Default()
	c.Title = "not said"
	for at := 2; at < 8000; at++ {
		c.Events = append(c.Events, Event{At: at, Key: "alpha", Value: "0.5"})
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	says := exec.Command(shell)
	says.Stdin = strings.NewReader("admmlab() { echo \"$@\"; cat; }\n" + c.Command() + "\n")
	out, err := says.Output()
	c.Title = ""
	if want := "run /dev/stdin\n" + c.Text(); err != nil || string(out) != want {
		t.Errorf("%v: a shell hands over %d bytes, want %d: %.80q", err, len(out), len(want), out)
	}
	if c.Events = c.Events[:3000]; !strings.Contains(c.Command(), " --set 'events=") {
		t.Errorf("%.80q", c.Command())
	}
}

// What is wrong is told with the line that it stands in, however the key is written.
func TestTheLineOfAKeyIsItsOwn(t *testing.T) {
	const before = "title = \"x\"\nC = 5\n\n# rho = 3\n"
	for text, want := range map[string]string{
		"'rho' = \"x\"\n":   "line 5 of s.toml: rho",
		"\"rho\" = \"x\"\n": "line 5 of s.toml: rho",
		"alpha.x = 1\n":     "line 5 of s.toml: alpha",
		"caption = \"\"\"\nalpha = 3\n\"\"\"\nalpha = \"x\"\n": "line 8 of s.toml: alpha",
		"seed = 18446744073709551615\n":                        "line 5 of s.toml: the whole number is too large, expected one up to 9223372036854775807, or a larger seed in quotes",
		"events = [\"at 1: alpha = x\"]\n":                     "line 5 of s.toml: event \"at 1: alpha = x\"",
		"events = [\n\"at 1: gamma = 3\"]\n":                   "line 5 of s.toml: event \"at 1: gamma = 3\"",
	} {
		if _, err := ParseText([]byte(before+text), "s.toml"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
