package demo

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestTheScriptOfTheProgram(t *testing.T) {
	s, err := Parse(Text, "demo.txt")
	if err != nil {
		t.Fatal(err)
	}
	pictures := 0
	for _, step := range s.Steps {
		switch step.Kind {
		case Say:
			if n := utf8.RuneCountInString(step.Text); n > 96 {
				t.Errorf("line %d: %d characters, which take two lines of 100 columns", step.Line, n)
			}
		case Picture:
			pictures++
		}
	}
	if pictures != 1 || s.Steps[0].Kind != Say || !strings.Contains(s.Steps[0].Text, "space pauses, any other key takes over") {
		t.Errorf("%d pictures, and it begins with %+v", pictures, s.Steps[0])
	}
	// What it says about its own form is all that there is.
	for _, word := range words {
		if !strings.Contains(Text, "\n#   "+word) {
			t.Errorf("nothing is said of %s", word)
		}
	}
	for _, key := range keys {
		if !strings.Contains(Text[:strings.Index(Text, "\nstart")], key) {
			t.Errorf("nothing is said of the key %s", key)
		}
	}
}

// What is typed may be the name of a file, whatever key has opened its entry.
func TestWhatAScriptTypes(t *testing.T) {
	s, err := Parse("say hello\npress d\nwait 0.5\ntype csv file\npress enter\ntype my datax\npress backspace\nwait 1\ntype .csv\npress enter r", "x")
	if want := []string{"dcsv file", "csv file", "my data.csv", ".csv", "r"}; err != nil || !slices.Equal(s.Typed(""), want) {
		t.Errorf("%q, %v, expected %q", s.Typed(""), err, want)
	}
	for keys, want := range map[string]string{
		"type a.csv":                          "csv:a.csv",
		"type a.cs\npress left right\ntype v": "csv:a.csv",
		"press backspace\ntype :a.csv":        "csv:a.csv",
		"type .csv\npress left left left left\ntype a\npress home\ntype b\npress backspace\npress end\ntype !\npress backspace": "csv:a.csv",
		"type a.\npress up down tab shift+tab shift+left shift+right\ntype csv":                                                 "csv:a.csv",
		"type a.csx\npress backspace ? esc\ntype v":                                                                             "csv:a.csv",
		"type a.\npress ? home left k x q\ntype c\npress ? ?\ntype sv":                                                          "csv:a.csv",
		"type a.cv\npress left ? enter up\ntype s":                                                                              "csv:a.csv",
		"type a?.csv": "csv:a?.csv",
	} {
		s, err := Parse("press d enter\n"+keys+"\npress enter r", "x")
		if typed := s.Typed("csv:"); err != nil || !slices.Contains(typed, want) {
			t.Errorf("%q: %q, %v, expected %q", keys, typed, err, want)
		}
	}
}

func TestAScriptIsRead(t *testing.T) {
	s, err := Parse("# one\n\nstart tifs-fig3-dvp-0.1 seed=3 iterations=20\r\n  say  what is  seen \npress a shift+left é\ntype x y\nwait 0.5\nuntil t 40\nuntil finished\nuntil quiet\npicture", "x")
	if err != nil {
		t.Fatal(err)
	}
	if s.Start.Method != "dvp" || s.Start.Seed != 3 || s.Start.Iterations != 20 || s.Start.Set.Alpha.String() != "0.1" {
		t.Errorf("%+v", s.Start)
	}
	want := []Step{
		{4, Say, "what is  seen", 0, 0}, {5, Press, "a", 0, 0}, {5, Press, "shift+left", 0, 0}, {5, Press, "é", 0, 0},
		{6, Press, "x", 0, 0}, {6, Press, "space", 0, 0}, {6, Press, "y", 0, 0}, {7, Wait, "", time.Second / 2, 0},
		{8, Reach, "", 0, 40}, {9, Finish, "", 0, 0}, {10, Settle, "", 0, 0}, {11, Picture, "", 0, 0},
	}
	if len(s.Steps) != len(want) {
		t.Fatalf("%+v", s.Steps)
	}
	for i := range want {
		if s.Steps[i] != want[i] {
			t.Errorf("step %d: %+v, want %+v", i, s.Steps[i], want[i])
		}
	}
}

// A script that cannot be played is refused in one line that says where and what is
// expected.
func TestARefusalNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "nothing happens in it",
		"# only this\n":                       "nothing happens in it",
		"say one\nsey two":                    `line 2 of x: "sey" begins no line (did you mean say?); expected one of start say press type wait until picture`,
		"say":                                 "line 1 of x: say stands alone, expected a caption",
		"say " + strings.Repeat("ä", 101):     "line 1 of x: a caption of 101 characters, expected 100 at most",
		"say " + strings.Repeat("\u202e", 40): "line 1 of x: a caption of 240 characters, expected 100 at most", // as they show
		"press a\npress spaec":                `line 2 of x: no key is called "spaec" (did you mean space?); expected keys`,
		"press":                               "expected keys: a character, or one of space tab",
		"wait":                                "expected seconds above 0",
		"wait a while":                        `line 1 of x: wait "a while", expected seconds above 0, 600 at most`,
		"wait -1":                             "expected seconds",
		"wait NaN":                            "expected seconds",
		"wait 601":                            "expected seconds",
		"until":                               `expected "t" and an iteration, "finished" or "quiet"`,
		"until t":                             `expected "t" and an iteration`,
		"until t 0":                           `expected "t" and an iteration`,
		"until done":                          `line 1 of x: until "done", expected "t" and an iteration`,
		"picture one":                         "expected nothing behind it",
		"type a\x1bb":                         "cannot be typed",
		"say one\nstart":                      "line 2 of x: a second start, or one after something has happened",
		"start\nstart\nsay one":               "line 2 of x: a second start",
		"start nowhere":                       `line 1 of x: no preset is called "nowhere"`,
		"start method=dvp fast":               `line 1 of x: "fast", expected key=value`,
		"start alpah=1":                       `line 1 of x: no key is called "alpah"`,
		"start alpha=-1":                      "line 1 of x: alpha",
		"say \xff":                            "line 1 of x: it is not UTF-8",
		"# one\rstart C=2\nsay hello":         "line 1 of x: it has a carriage return in it",
	} {
		_, err := Parse(text, "x")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Whatever the text, it is read or refused in a line.
func FuzzParse(f *testing.F) {
	f.Add(Text)
	f.Add("start tifs-fig3-admm a=b\npress shift+tab é\ntype \u202e\nwait 1e-9\nuntil t 9999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text, "x")
		switch {
		case err != nil && strings.ContainsAny(err.Error(), "\n\r\x1b"):
			t.Errorf("%q", err)
		case err == nil && len(s.Steps) == 0:
			t.Error("nothing happens")
		}
	})
}
