package data

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The tables and the draws are those of the standard library, but for the last bit in
// the tail.
func TestNormalsAreThoseOfTheStandardLibrary(t *testing.T) {
	ours, std, z := rand.New(rand.NewPCG(3, 1)), rand.New(rand.NewPCG(3, 1)), newNormals()
	far := 0
	for i := range 3_000_000 {
		got, want := z.draw(ours), std.NormFloat64()
		if math.Abs(got) > tailFrom {
			far++
		}
		if math.Abs(got-want) > 1e-15*math.Abs(want) || got != want && math.Abs(got) < tailFrom {
			t.Fatalf("draw %d is %v, the standard library says %v", i, got, want)
		}
	}
	if far < 1000 {
		t.Errorf("%d draws in the tail, expected some 1,700", far)
	}
}
