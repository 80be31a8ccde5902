package elementary

import (
	"hash/fnv"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// function is one of the package beside the standard library's, and where it is
// tried.
type function struct {
	name      string
	ours, std func(float64) float64
	low, high float64 // of the arguments tried, which lie as densely by size as by value
	apart     float64 // most ulps between the two: each may be wrong by 1, or by what its comment says
	bits      uint64  // of all results of TestBitsAreFrozen, hashed; nobody may edit them
}

var functions = []function{
	{"Exp", Exp, math.Exp, -760, 709, 2, 0x76623ca89c823a00},
	{"Exp2", Exp2, math.Exp2, -1090, 1030, 3, 0xb9ff5b2bd49d549a},
	{"Expm1", Expm1, math.Expm1, -60, 720, 2, 0x3658c5c7b632d77c},
	{"Log", Log, math.Log, 0x1p-1022, math.MaxFloat64, 2, 0x59e3e1e0d436595a}, // below, the assembly of math.Log is wrong
	{"Log1p", Log1p, math.Log1p, -1, 1e300, 2, 0x50e7485e02acedc6},
	{"Log2", Log2, log2, 0, 1e300, 3, 0x54825cc9513615d0},
	{"Log10", Log10, math.Log10, 0x1p-1022, 1e300, 3, 0x93487fbc8384c933},
	{"Pow(x, 0.3)", func(x float64) float64 { return Pow(x, 0.3) }, func(x float64) float64 { return math.Pow(x, 0.3) }, 0x1p-1022, 1e300, 200, 0x5781cf9684156b82},
	{"Pow(x, 17)", func(x float64) float64 { return Pow(x, 17) }, func(x float64) float64 { return math.Pow(x, 17) }, 0, 1e18, 0, 0x73a56d74213195ef},
	{"Pow(1.01, x)", func(x float64) float64 { return Pow(1.01, x) }, func(x float64) float64 { return math.Pow(1.01, x) }, -7e4, 7e4, 8, 0xaca600f48da9e806},
	{"Sin", Sin, math.Sin, -100, 100, 2, 0x9639e23be2e7d957},
	{"Cos", Cos, math.Cos, -100, 100, 2, 0xdea924bc1a4997e2},
	{"Asin", Asin, math.Asin, -1, 1, 3, 0xdb31d63a2bd0f500},
	{"Erfc", Erfc, math.Erfc, -7, 27, 8, 0x771de28675b3dfda},
}

// log2 is math.Log2, which loses its digits near 1, without that.
func log2(x float64) float64 {
	if math.Abs(x-1) < 0.5 {
		return math.Log(x) / math.Ln2
	}
	return math.Log2(x)
}

// arguments are the same on every machine: both ends and 0, a grid, and numbers of
// all sizes.
func (f function) arguments() []float64 {
	list := []float64{f.low, f.high, 0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1)}
	const grid = 4096
	for k := range grid {
		x := f.low + float64(float64(k)*(f.high/grid-f.low/grid))
		list = append(list, x, -x)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range grid {
		x := math.Ldexp(rng.Float64()+1, rng.IntN(2100)-1074)
		list = append(list, x, -x, math.Ldexp(x, -math.Ilogb(x)+rng.IntN(12)-6))
	}
	return slices.DeleteFunc(list, func(x float64) bool { return x < f.low || x > f.high })
}

// ulps is the distance of got from want in units in the last place of want.
func ulps(got, want float64) float64 {
	if got == want || got != got && want != want {
		return 0
	}
	return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}

func TestAgreesWithTheStandardLibrary(t *testing.T) {
	if runtime.GOARCH == "s390x" {
		t.Skip("the assembly of package math is off by hundreds of ulps here")
	}
	for _, f := range functions {
		worst := 0.0
		for _, x := range f.arguments() {
			d := ulps(f.ours(x), f.std(x))
			if worst = max(worst, d); !(d <= f.apart) {
				t.Fatalf("%s at %v is %v, the standard library says %v", f.name, x, f.ours(x), f.std(x))
			}
		}
		t.Logf("%s: at most %.2f ulp apart", f.name, worst)
	}
}

// Rows are the same bits on every processor because these are.
func TestBitsAreFrozen(t *testing.T) {
	for _, f := range functions {
		hash := fnv.New64a()
		for _, x := range f.arguments() {
			y := f.ours(x)
			if y != y {
				y = math.NaN() // processors differ in a NaN's bits
			}
			b := math.Float64bits(y)
			hash.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24), byte(b >> 32), byte(b >> 40), byte(b >> 48), byte(b >> 56)})
		}
		if hash.Sum64() != f.bits {
			t.Errorf("%s has other bits: %#x, expected %#x", f.name, hash.Sum64(), f.bits)
		}
	}
	margins := []float64{-800, -40.5, -1.25, 0, 1e-9, 0.3, 1, 17.75, 699, 745, math.Inf(1)}
	miss := make([]float64, len(margins))
	Misses(miss, margins)
	want := []float64{1, 1, 0x1.8dfa3f55dc7cap-01, 0x1p-01, 0x1.fffffffbb47dp-02, 0x1.b3c5574372aebp-02, 0x1.136561454ba86p-02, 0x1.4ff6cb15a0ae6p-26, 0x1.78694fe9f73ccp-1009, 0, 0}
	for i, m := range margins {
		if miss[i] != want[i] {
			t.Errorf("Misses has %x at %v, expected %x", miss[i], m, want[i])
		}
	}
}

// precise is e^x to some 350 bits.
func precise(x *big.Float) *big.Float {
	const precision = 400
	number := func(v float64) *big.Float { return big.NewFloat(v).SetPrec(precision) }
	r, halvings := new(big.Float).SetPrec(precision).Set(x), max(0, x.MantExp(nil)+16)
	r.SetMantExp(r, -halvings)
	sum, term := number(1), number(1)
	for k := 1.0; k < 24; k++ { // the next is below 2^-400
		term.Mul(term, r).Quo(term, number(k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// The error in ulps of y as e^x - less.
func errorOfExp(y, x, less float64) float64 {
	want := precise(big.NewFloat(x))
	want.Sub(want, big.NewFloat(less))
	nearest, _ := want.Float64()
	off, _ := want.Sub(want, big.NewFloat(y)).Float64()
	return math.Abs(off) / (math.Nextafter(math.Abs(nearest), math.Inf(1)) - math.Abs(nearest))
}

// The error in ulps of y as log(x + more): y is off by x e^-y - 1, to first order.
func errorOfLog(y, x, more float64) float64 {
	inside := new(big.Float).SetPrec(400).Add(big.NewFloat(x), big.NewFloat(more))
	inside.Mul(inside, precise(big.NewFloat(-y)))
	off, _ := inside.Sub(inside, big.NewFloat(1)).Float64()
	return math.Abs(off) / (math.Nextafter(math.Abs(y), math.Inf(1)) - math.Abs(y))
}

func TestWithinAnUlpOfTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	worst := map[string]float64{}
	note := func(name string, x, ulps float64) {
		limit := 1.0
		if name == "Exp" {
			limit = 1.25
		}
		if worst[name] = max(worst[name], ulps); !(ulps < limit) {
			t.Errorf("%s at %v is %.3f ulp off", name, x, ulps)
		}
	}
	for range 2000 {
		x := 700 * (2*rng.Float64() - 1)
		small := math.Ldexp(2*rng.Float64()-1, -rng.IntN(40))
		size := math.Ldexp(rng.Float64()+1, rng.IntN(1100)-100)
		note("Exp", x, errorOfExp(Exp(x), x, 0))
		note("Exp", small, errorOfExp(Exp(small), small, 0))
		note("Expm1", x, errorOfExp(Expm1(x), x, 1))
		note("Expm1", small, errorOfExp(Expm1(small), small, 1))
		note("Log", size, errorOfLog(Log(size), size, 0))
		note("Log", 1+small, errorOfLog(Log(1+small), 1+small, 0))
		note("Log1p", small, errorOfLog(Log1p(small), small, 1))
		note("Log1p", size, errorOfLog(Log1p(size), size, 1))
	}
	t.Log(worst)
}

// Powers of two, and whole powers of numbers that float64 holds, are exact.
func TestExactWhereItCanBe(t *testing.T) {
	for k := -1074; k <= 1023; k++ {
		x := math.Ldexp(1, k)
		if Exp2(float64(k)) != x || Log2(x) != float64(k) {
			t.Errorf("2^%d is %v, its logarithm %v", k, Exp2(float64(k)), Log2(x))
		}
	}
	if Pow(3, 33) != 5559060566555523 || Pow(10, 22) != 1e22 || Pow(2, -3) != 0.125 || Pow(2, 0.5) != math.Sqrt2 {
		t.Errorf("3^33 = %v, 10^22 = %v, 2^-3 = %v, 2^0.5 = %v", Pow(3, 33), Pow(10, 22), Pow(2, -3), Pow(2, 0.5))
	}
	if Log(0x1p-1074) != Log(0x1p-1020)-54*math.Ln2 {
		t.Errorf("Log has %v for the smallest number", Log(0x1p-1074))
	}
	if Exp(709.782712893384) != 0x1.fffffffffff2ap1023 { // where the assembly of math.Exp is +Inf
		t.Errorf("Exp is %x just before its largest value", Exp(709.782712893384))
	}
	for name, got := range map[string]float64{
		"Exp(710)": 1 / Exp(710), "Exp(-746)": Exp(-746), "Exp(0)": Exp(0) - 1, "Expm1(0)": Expm1(0), "Log(1)": Log(1), "Log1p(0)": Log1p(0), "Sin(0)": Sin(0), "Cos(0)": Cos(0) - 1, "Asin(0)": Asin(0), "Erfc(0)": Erfc(0) - 1,
	} {
		if got != 0 {
			t.Errorf("%s is off by %v", name, got)
		}
	}
}
