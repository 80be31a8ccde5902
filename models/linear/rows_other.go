//go:build !amd64

package linear

func addQuickly([]float64, float64, []float64, int, []float64, int, int) int { return 0 }
