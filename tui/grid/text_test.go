package grid

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// words are such as letters with several marks, or with signs beside them, spell.
var words = []string{
	"สั่งซื้อ", "ทำคำ นำ", "Tie\u0302\u0301ng Vie\u0323\u0302t", "हिन्दी डेटा", "မြန်မာ", "தமிழ்", "ភាសាខ្មែរ", "བརྒྱུད", "שָׁלוֹם",
	"\u0441\u0489", "a\u20dd", "α̂ ≥ 0",
}

// read is a grid of one line as it shows.
func read(g *Grid) string { return strings.TrimRight(g.String(), " ") }

func TestAWordKeepsAllItsMarks(t *testing.T) {
	for _, word := range words {
		g := New(40, 1)
		if end := g.Text(0, 0, 40, word, nil); read(g) != word || end != Cells(word) {
			t.Errorf("%s is drawn as %s, up to column %d of %d", word, read(g), end, Cells(word))
		}
	}
}

// However wide a line is, what is counted is what is drawn.
func TestATextIsCutByTheCellsItTakes(t *testing.T) {
	for _, word := range words {
		text := strings.Repeat(word+word, 8)
		for width := 1; width < 60; width++ {
			fit := Fit(text, width)
			if Cells(fit) > width || Cells(fit) < min(width, Cells(text)) {
				t.Fatalf("%s takes %d cells of %d", fit, Cells(fit), width)
			}
			if head, cut := strings.CutSuffix(fit, "…"); !cut && fit != text || !strings.HasPrefix(text, head) {
				t.Fatalf("%s is no beginning of %s", fit, text)
			} else if next, _ := utf8.DecodeRuneInString(text[len(head):]); unicode.In(next, unicode.Mn, unicode.Me) {
				t.Fatalf("%s has lost %U of its last letter", fit, next)
			}
			if end := End(text, width); !strings.HasSuffix(text, end) || Cells(end) > width || Cells(end) < min(width, Cells(text)) {
				t.Fatalf("%s is not the end of %s in %d cells", end, text, width)
			}
			if padded := Pad(fit, width) + "|"; Cells(padded) != width+1 {
				t.Fatalf("%s| takes %d cells", padded, Cells(padded))
			}
		}
	}
}

func TestNoLetterIsLostBetweenTwoLines(t *testing.T) {
	const thai = "จำนวนคำสั่งซื้อที่ทำสำเร็จและจำนวนเงินที่ลูกค้าชำระสำหรับสินค้านำเข้าประจำวัน"
	for _, text := range append([]string{thai, strings.Repeat("ភាសាខ្មែរ", 9) + " " + thai}, words...) {
		for width := 1; width < 40; width++ {
			lines := Paragraphs(width, nil, text)
			drawn := ""
			for _, l := range lines {
				g := New(width, 1)
				g.Lines([]Line{l})
				drawn += read(g)
			}
			if blank := strings.NewReplacer(" ", ""); blank.Replace(drawn) != blank.Replace(text) {
				t.Fatalf("in lines of %d cells %s is drawn as %s", width, text, drawn)
			}
		}
	}
}

// A letter has room for the marks of any language; what is heaped on it beyond is told, and
// takes the cells of what tells it.
func TestMarksBeyondThoseOfAnyLanguageAreSeenAsEscapes(t *testing.T) {
	heap := "a" + strings.Repeat("\u0301", 30)
	if got := Fit(heap+"b", 9); got != heap+"b" || Cells(got) != 2 {
		t.Errorf("%q takes %d cells", got, Cells(got))
	}
	if got, want := Fit(heap+"\u0302\u0302b\u0301", 99), heap+`\u0302\u0302`+"b\u0301"; got != want || Fit(got, 99) != got || Cells(heap+"\u0302\u0302b\u0301") != Cells(want) {
		t.Errorf("%q takes %d cells, want %q", got, Cells(got), want)
	}
	if got := Fit("a"+strings.Repeat("\u0301", 1<<20), 20); len(got) > 100 {
		t.Errorf("20 cells have %d bytes", len(got))
	}
}

// A mark in front of a text is no mark on what stands beside it.
func TestAMarkWithoutALetterStandsAlone(t *testing.T) {
	g := New(6, 1)
	g.Set(0, 0, '│', nil)
	g.Text(1, 0, 5, "\u0301ab", nil)
	if got := read(g); got != "│◌\u0301ab" || Cells("\u0301ab") != 3 {
		t.Errorf("%q, of %d cells", got, Cells("\u0301ab"))
	}
	if got := Wrap("a \u0301bcd", 4); len(got) != 2 || got[1] != "◌\u0301bcd" {
		t.Errorf("%q", got)
	}
}

// Two texts that differ in what nobody would see do not look the same; breaks and tabs are
// blanks, marks stay on their characters.
func TestWhatIsHiddenIsSeenAsAnEscape(t *testing.T) {
	for text, want := range map[string]string{
		"ab\u202ecd\u200bef\u009b31m":   `ab\u202ecd\u200bef\u009b31m`,
		"\x1b[31mred\a":                 `\x1b[31mred\a`,
		"two\nlines\tand a tab":         `two\nlines\tand a tab`,
		"α̂ ≥ 0":                        "α̂ ≥ 0",
		"soft\u00adhyphen\U000e0041tag": `soft\u00adhyphen\U000e0041tag`,
		"no\xffUTF-8, \ufffd, 日":        `no\xffUTF-8, ` + "\ufffd, ?",
	} {
		if got := Fit(text, 80); got != want {
			t.Errorf("%q is drawn as %q, expected %q", text, got, want)
		} else if Cells(text) != Cells(got) {
			t.Errorf("%q is said to take %d cells and takes %d", text, Cells(text), Cells(got))
		}
	}
}

// Filled lines lose nothing but the blanks where they end.
func TestFilledLinesHaveAll(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"aaa bbb ccc", 4, []string{"aaa ", "bbb ", "ccc"}},
		{"aaaaaaa", 3, []string{"aaa", "aaa", "a"}},
		{"aaaaaaaaaaa", 3, []string{"aaa", "aaa", "aaaaa"}},
		{"aaa \u0301bbb", 3, []string{"aaa", "◌\u0301bb", "b"}},
		{"", 3, []string{""}},
	} {
		got := Fill(c.text, c.width, 3)
		for len(got) > 1 && got[len(got)-1] == "" {
			got = got[:len(got)-1]
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// A list moves only as far as the chosen lines are in sight, and never beyond its ends.
func TestAListScrollsNoFurtherThanItMust(t *testing.T) {
	for _, c := range []struct{ first, all, height, from, to, want int }{
		{0, 10, 4, 3, 3, 0}, {0, 10, 4, 4, 4, 1}, {1, 10, 4, 9, 9, 6},
		{6, 10, 4, 6, 6, 6}, {6, 10, 4, 5, 5, 5}, {5, 10, 4, 0, 0, 0},
		{6, 8, 4, 7, 7, 4}, {6, 3, 4, 2, 2, 0}, {3, 0, 4, 0, 0, 0}, {0, 10, 0, 5, 5, 5},
		{0, 10, 4, 3, 5, 2}, {0, 10, 4, 3, 9, 3},
	} {
		if got := Scroll(c.first, c.all, c.height, c.from, c.to); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
