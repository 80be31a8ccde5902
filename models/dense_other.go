//go:build !amd64

package models

func tileQuickly(sum *[16]float64, a, b []float64) { tileOneByOne(sum, a, b) }
