// Package spell guesses which known word a misspelt one was meant to be, for
// the hints in error messages. It knows no list of its own.
package spell

import "fmt"

// Hint is " (did you mean x?)" for the choice nearest to word, or empty when
// none is near.
func Hint(word string, choices []string) string {
	best, distance := "", 4 // farther than three letters is no guess
	for _, c := range choices {
		if d := editDistance(word, c); d < min(distance, len(c)) {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// editDistance counts the letters to insert, delete or replace to turn a into b
// (Wagner and Fischer, J. ACM 21, 1974); texts too long to be a misspelt name
// count as far.
func editDistance(a, b string) int {
	if len(a) > 3*len(b) {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
