package models

// tilePairs is tileOneByOne, to the bit; a and b have 4n numbers.
//
//go:noescape
func tilePairs(sum *[16]float64, a, b *float64, n int)

// tileQuickly is tileOneByOne in the fastest way there is.
func tileQuickly(sum *[16]float64, a, b []float64) {
	if len(a) == 0 {
		clear(sum[:])
		return
	}
	_ = b[len(a)-1]
	tilePairs(sum, &a[0], &b[0], len(a)/4)
}
