//go:build !amd64

package elementary

func missesQuickly(miss, margins []float64) (far uint64) { return missesOneByOne(miss, margins) }
