package elementary

import "math"

// Sin is the sine of |x| <= 2^20, NaN beyond: there the reduction below would
// lose digits. Cephes' sin.c.
func Sin(x float64) float64 {
	octant, z := octants(x)
	y := 0.0
	if octant&2 == 0 {
		y = sinNear(z)
	} else {
		y = cosNear(z)
	}
	if (octant&4 != 0) != (x < 0) {
		return -y
	}
	return y
}

// Cos is the cosine of |x| <= 2^20, NaN beyond. Cephes' cos.c.
func Cos(x float64) float64 {
	octant, z := octants(x)
	y := 0.0
	if octant&2 == 0 {
		y = cosNear(z)
	} else {
		y = sinNear(z)
	}
	if (octant+2)&4 != 0 {
		return -y
	}
	return y
}

// octants is the even number of eighths of a turn nearest to |x|, from 0 to 6,
// and how far |x| is from it.
func octants(x float64) (octant int, rest float64) {
	const ( // pi/4 in three parts, of which products with 20 bits are exact
		first  = 7.85398125648498535156e-1
		second = 3.77489470793079817668e-8
		third  = 2.69515142907905952645e-15
	)
	x = math.Abs(x)
	if !(x <= 1<<20) {
		return 0, math.NaN()
	}
	octant = int(x * (4 / math.Pi))
	octant += octant & 1
	n := float64(octant)
	return octant & 7, x - float64(n*first) - float64(n*second) - float64(n*third)
}

func sinNear(z float64) float64 {
	w := z * z
	p := -2.50507477628578072866e-8 + float64(w*1.58962301576546568060e-10)
	p = 2.75573136213857245213e-6 + float64(w*p)
	p = -1.98412698295895385996e-4 + float64(w*p)
	p = 8.33333333332211858878e-3 + float64(w*p)
	p = -1.66666666666666307295e-1 + float64(w*p)
	return z + float64(float64(z*w)*p)
}

func cosNear(z float64) float64 {
	w := z * z
	p := 2.08757008419747316778e-9 + float64(w*-1.13585365213876817300e-11)
	p = -2.75573141792967388112e-7 + float64(w*p)
	p = 2.48015872888517045348e-5 + float64(w*p)
	p = -1.38888888888730564116e-3 + float64(w*p)
	p = 4.16666666666665929218e-2 + float64(w*p)
	return 1 - float64(0.5*w) + float64(float64(w*w)*p)
}

// Asin is the angle in [-pi/2, pi/2] with the sine x in [-1, 1], NaN outside,
// within 3 ulp.
func Asin(x float64) float64 {
	a := math.Abs(x)
	c := math.Sqrt(float64((1 - a) * (1 + a)))
	angle := 0.0
	if a > 0.7 {
		angle = math.Pi/2 - atan(c/a)
	} else {
		angle = atan(a / c)
	}
	return math.Copysign(angle, x)
}

// atan is the arc tangent of x in [0, 1.1]. Cephes' atan.c.
func atan(x float64) float64 {
	if x > 0.66 {
		const moreBits = 6.123233995736765886130e-17 // of pi/2
		return math.Pi/4 + (atan((x-1)/(x+1)) + moreBits/2)
	}
	z := float64(x * x)
	p := -1.615753718733365076637e+01 + float64(z*-8.750608600031904122785e-01)
	p = -7.500855792314704667340e+01 + float64(z*p)
	p = -1.228866684490136173410e+02 + float64(z*p)
	p = -6.485021904942025371773e+01 + float64(z*p)
	q := 2.485846490142306297962e+01 + z
	q = 1.650270098316988542046e+02 + float64(z*q)
	q = 4.328810604912902668951e+02 + float64(z*q)
	q = 4.853903996359136964868e+02 + float64(z*q)
	q = 1.945506571482613964425e+02 + float64(z*q)
	return x + float64(x*(z*p/q))
}
