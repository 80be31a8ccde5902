// Package spell guesses which known word a misspelt one was meant to be, for
// the hints in error messages. It knows no list of its own.
package spell

import (
	"fmt"
	"strings"
)

// mostWrong is how many letters of a name may be wrong: farther is no guess.
const mostWrong = 3

// Hint is " (did you mean x?)" for the choice nearest to word, whatever its capitals,
// or empty when none is near.
func Hint(word string, choices []string) string {
	word = strings.ToLower(word)
	best, distance := "", mostWrong+1
	for _, c := range choices {
		if d := editDistance(word, strings.ToLower(c)); d < min(distance, len(c)) {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// editDistance counts the letters to insert, delete or replace to turn a into b
// (Wagner and Fischer, J. ACM 21, 1974), up to mostWrong, else it is one more. It looks
// at those places only that differ by so many (Ukkonen, Inf. Control 64, 1985), so that it
// takes steps as their length and not as its square.
func editDistance(a, b string) int {
	const far = mostWrong + 1
	if max(len(a)-len(b), len(b)-len(a)) > mostWrong {
		return far
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = min(j, far)
	}
	for i := range len(a) {
		from, to := max(0, i-mostWrong), min(len(b), i+mostWrong+1)
		diagonal := row[from]
		row[from] = min(i+1-from, far)
		for j := from; j < to; j++ {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1, far)
		}
	}
	return row[len(b)]
}
