package spell

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestHintNamesTheNearestChoiceAndNothingFar(t *testing.T) {
	choices := []string{"alpha", "eta", "growth", "PLD"}
	for word, want := range map[string]string{
		"alfa": " (did you mean alpha?)", "aplha": " (did you mean alpha?)", "grwth": " (did you mean growth?)",
		"pld": " (did you mean PLD?)", "ETA": " (did you mean eta?)", "zzzzzzzz": "", "xyz": "", "": "",
	} {
		if got := Hint(word, choices); got != want {
			t.Errorf("Hint(%q) = %q, want %q", word, got, want)
		}
	}
}

// plainDistance is the definition, in all places.
func plainDistance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	replace := plainDistance(a[1:], b[1:])
	if a[0] != b[0] {
		replace++
	}
	return min(replace, plainDistance(a[1:], b)+1, plainDistance(a, b[1:])+1)
}

func TestDistanceIsThatOfTheDefinition(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, draw.IntN(9))
		for i := range b {
			b[i] = "abc"[draw.IntN(3)]
		}
		return string(b)
	}
	for range 2000 {
		a, b := word(), word()
		if got, want := editDistance(a, b), min(plainDistance(a, b), mostWrong+1); got != want {
			t.Fatalf("%q to %q: %d, want %d", a, b, got, want)
		}
	}
}

// A table may have names of a million letters: every pair of letters would take half an hour.
func TestHintOfLongNames(t *testing.T) {
	begun, name := time.Now(), strings.Repeat("xyz", 300_000)
	if got, want := Hint(name[1:]+"y", []string{name}), " (did you mean "+name+"?)"; got != want {
		t.Errorf("%d letters", len(got))
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Error("it took", took)
	}
}
