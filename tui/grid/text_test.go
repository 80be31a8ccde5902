package grid

import "testing"

// Two texts that differ in what nobody would see do not look the same; breaks and tabs are
// blanks, marks stay on their characters.
func TestWhatIsHiddenIsSeenAsAnEscape(t *testing.T) {
	for text, want := range map[string]string{
		"ab\u202ecd\u200bef\u009b31m":   `ab\u202ecd\u200bef\u009b31m`,
		"\x1b[31mred\a":                 `\x1b[31mred\a`,
		"two\nlines\tand a tab":         `two\nlines\tand a tab`,
		"α̂ ≥ 0":                        "α̂ ≥ 0",
		"soft\u00adhyphen\U000e0041tag": `soft\u00adhyphen\U000e0041tag`,
	} {
		if got := Fit(text, 80); got != want {
			t.Errorf("%q is drawn as %q, expected %q", text, got, want)
		} else if Cells(text) != Cells(got) {
			t.Errorf("%q is said to take %d cells and takes %d", text, Cells(text), Cells(got))
		}
	}
}
