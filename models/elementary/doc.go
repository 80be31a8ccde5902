// Package elementary has the exponential, the logarithm and their kin with the
// same bits on every processor.
//
// Package math takes assembly where there is some, another path where the
// processor fuses multiplication and addition, and lets the compiler fuse
// elsewhere: math.Exp(0.3) has other bits on another machine, and so would every
// row of a run. Here every product is rounded before anything is added to it,
// float64(x*y) + z, which the language specification says is never fused, and
// all else is +, -, *, / and math.Sqrt, which IEEE 754 rounds correctly
// everywhere. So anything may be called of package math that only moves bits or
// rounds to whole numbers (Abs, Max, Floor, Frexp, Ldexp, Sqrt), and nothing
// that approximates.
//
// Results are within 1 ulp of the true value unless a function says otherwise.
//
// The package never looks at the processor but to take two numbers at a time, with
// the bits of one at a time, where Misses says so.
//
// Log, Log1p, Expm1, Pow, Erfc, Sin, Cos and Asin are those of Go's package math
// with the roundings made explicit. Go has them from FreeBSD's msun and from the
// Cephes library. See LICENSE beside this file for Go's terms; msun's are
//
//	Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//	Developed at SunPro, a Sun Microsystems, Inc. business.
//	Permission to use, copy, modify, and distribute this software is freely
//	granted, provided that this notice is preserved.
//
// and Cephes' "Copyright 1984, 1987, 1989, 1992 by Stephen L. Moshier", free to
// use.
package elementary
