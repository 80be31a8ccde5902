package data

import (
	"math"
	"math/rand/v2"

	"admmlab/models/elementary"
)

// normals draws standard normal numbers, the ones rand.Rand's NormFloat64 draws, whose
// logarithm and exponential have other bits on other processors.
//
// Marsaglia and Tsang, The ziggurat method for generating random variables, Journal of
// Statistical Software 5(8), 2000: 127 layers of equal area and a tail from tailFrom on.
type normals struct {
	inside [128]uint32  // of layer i: 2^31 times the part of its width that the layer above covers
	width  [128]float32 // of layer i, over 2^31
	height [128]float32 // the density e^(-x^2/2) at the right end of layer i
}

const tailFrom = 3.442619855899

func newNormals() *normals {
	const area, scale = 9.91256303526217e-3, 1 << 31
	density := func(x float64) float64 { return elementary.Exp(-0.5 * x * x) }
	z := &normals{}
	x, right := tailFrom, tailFrom
	base := area / density(x)
	z.inside[0] = uint32(x / base * scale)
	z.width[0], z.height[0] = float32(base/scale), 1
	z.width[127], z.height[127] = float32(x/scale), float32(density(x))
	for i := 126; i > 0; i-- {
		x = math.Sqrt(-2 * elementary.Log(area/x+density(x)))
		z.inside[i+1] = uint32(x / right * scale)
		right = x
		z.width[i], z.height[i] = float32(x/scale), float32(density(x))
	}
	return z
}

func (z *normals) draw(rng *rand.Rand) float64 {
	for {
		u := rng.Uint64()
		j, i := int32(u), u>>32&127
		x := float64(float64(j) * float64(z.width[i]))
		if uint32(max(j, -j)) < z.inside[i] {
			return x
		}
		if i == 0 {
			return math.Copysign(tail(rng), float64(j))
		}
		y := z.height[i] + float32(float32(rng.Float64())*(z.height[i-1]-z.height[i]))
		if y < float32(elementary.Exp(-0.5*x*x)) {
			return x
		}
	}
}

// tail is a normal number beyond tailFrom.
func tail(rng *rand.Rand) float64 {
	for {
		x := float64(-elementary.Log(rng.Float64()) * (1.0 / tailFrom))
		y := -elementary.Log(rng.Float64())
		if y+y >= float64(x*x) {
			return tailFrom + x
		}
	}
}
