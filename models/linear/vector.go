package linear

import "math"

// Dot is x.y of two vectors of one length: four sums, of every fourth product each.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	s0, s1, s2, s3 := 0.0, 0.0, 0.0, 0.0
	k := 0
	for ; k+4 <= len(x); k += 4 {
		a, b := x[k:k+4:k+4], y[k:k+4:k+4]
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
	}
	for ; k < len(x); k++ {
		s0 += float64(x[k] * y[k])
	}
	return (s0 + s2) + (s1 + s3)
}

// Norm is |x|, the Euclidean norm, for all finite numbers without overflow; NaN or
// +Inf when an entry is.
func Norm(x []float64) float64 {
	// Squares between these bounds neither overflow nor lose digits when summed.
	const smallest, largest = 1e-200, 1e200
	sum := Dot(x, x)
	if sum > smallest && sum < largest || sum != sum {
		return math.Sqrt(sum)
	}
	most := 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	if most == 0 || math.IsInf(most, 1) {
		return most
	}
	sum = 0
	for _, v := range x {
		sum += float64((v / most) * (v / most))
	}
	return most * math.Sqrt(sum)
}

// AddScaled adds scale times x to y, of one length.
func AddScaled(y []float64, scale float64, x []float64) {
	y = y[:len(x)]
	for k, v := range x {
		y[k] += float64(scale * v)
	}
}
