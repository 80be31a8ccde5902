package scene

import (
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// A skewed split in the order of the file, and the usual number of training rows said or not,
// make no other rows.
func TestARunOnTheSameRowsIsOfNoOtherSplit(t *testing.T) {
	size := deal.Size{Records: 45222, Train: 40000, Test: 5222}
	for _, of := range []struct{ a, b, want string }{
		{"shuffle = false\nsplit = \"skewed:0.5\"", "shuffle = false", ""},
		{"shuffle = false\nsplit = \"skewed:0.5\"\nseed = 8", "shuffle = false\nsplit = \"skewed:0.5\"", ""},
		{"train = 40000", "", ""},
		{"seed = 8", "", otherSplit},
		{"train = 30000", "", otherSplit},
		{"data = \"census:600\"", "", OtherData},
	} {
		var list []config.Config
		for _, text := range []string{of.a, of.b} {
			c, err := config.ParseText([]byte(text), "test")
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, c)
		}
		if got := DataWords(list[0], list[1], size); got != of.want {
			t.Errorf("%q beside %q: %q, want %q", of.a, of.b, got, of.want)
		}
	}
}
