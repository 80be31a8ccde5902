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

// Data are those of the files that were read, which may have gone since: with them goes what tells a
// colon in a name from one between two.
func TestDataHaveTheKeyOfTheFilesThatWereRead(t *testing.T) {
	const key, full = "libsvm:odd:name", "libsvm:/gone/odd:name"
	now := config.Default()
	now.Data = key
	kept := now.Clone()
	kept.Data = full
	s := &Scene{}
	s.State.Replay, s.State.Size.Key = now, full
	if s.FullPaths(key) != full || s.FullPaths(full) != full || s.FullPaths("csv:/x.csv") != "csv:/x.csv" {
		t.Errorf("in full: %q, %q", s.FullPaths(key), s.FullPaths(full))
	}
	if got := DataWords(kept, now, s.State.Size); got != "" {
		t.Errorf("as kept: %q", got)
	}
}

// Before the first iteration there is no error, and none in percent.
func TestNothingLearnedHasNoPercent(t *testing.T) {
	s := &Scene{Run: &History{}}
	if loss, errors, _ := s.Values(0); loss != "-" || errors != "-" {
		t.Errorf("loss %q, error %q", loss, errors)
	}
}
