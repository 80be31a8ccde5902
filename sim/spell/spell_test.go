package spell

import "testing"

func TestHintNamesTheNearestChoiceAndNothingFar(t *testing.T) {
	choices := []string{"alpha", "eta", "growth"}
	for word, want := range map[string]string{
		"alfa": " (did you mean alpha?)", "aplha": " (did you mean alpha?)", "grwth": " (did you mean growth?)",
		"zzzzzzzz": "", "xyz": "", "": "",
	} {
		if got := Hint(word, choices); got != want {
			t.Errorf("Hint(%q) = %q, want %q", word, got, want)
		}
	}
}
