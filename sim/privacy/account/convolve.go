package account

import (
	"cmp"
	"math"
	"slices"

	"admmlab/models/elementary"
)

// Optimal composition of pure steps that differ: the losses +-eps_t of the
// randomised responses are added up on a grid.
//
// The grid. The sum deviates from its mean by more than z sqrt(S), S = sum eps_t^2,
// with probability at most 2 e^(-z^2/2) (Hoeffding), put at 1e-9 delta. A group of which
// few outcomes count takes less: a single large epsilon nothing but its two losses, or one
// where the other is too seldom to matter. N points span what the groups take
// one after the other, by the smaller of both; N is the largest power of two up to 8192
// whose convolution stays within a fixed amount of work. Every loss l between two
// grid points a < l < b is split over both so that the mass P and the mass
// P e^-l under the other data set are both kept. Merging the two outcomes again is
// post-processing and gives back l, hence the grid version is at least as bad: the
// result is an upper bound, and since the mean of e^-l is kept its error is of
// second order (it adds at most spacing^2/4 to the variance per split). Steps of equal
// epsilon are composed exactly before they are split; if many different ones leave
// work only for a coarse grid, epsilons are first rounded up by at most 1.1%.
//
// The tails. Mass below the grid is moved up to its lowest point, mass above
// counts as loss +Inf; both only raise delta, by at most 1e-6 of it.

// pureGroup is count steps of equal pure epsilon.
type pureGroup struct {
	epsilon float64
	count   int
}

const convolutionWork = 16e6 // multiply-adds, some 10 ms

// compose is the loss distribution of all groups, given by rising epsilon, on a grid
// fit for delta; false if the numbers are too large or small for a grid.
func (r *room) compose(groups []pureGroup, delta float64) (losses, bool) {
	sorted, squares := r.bySpread(groups)
	if !(squares > 1e-280 && squares < 1e280) || delta < 1e-250 {
		return losses{}, false
	}
	z := math.Sqrt(-2 * elementary.Log(0.5e-9*delta))
	tail := 1e-6 * delta / float64(2*len(sorted))
	points, spacing := gridSize(sorted, z, tail)
	if points < 2048 {
		fewer := pureList{groups: slices.Clone(groups)}
		fewer.coarsen(128, 64)
		sorted, _ = r.bySpread(fewer.groups)
		tail = 1e-6 * delta / float64(2*len(sorted))
		_, spacing = gridSize(sorted, z, tail)
	}

	r.sums[1] = append(r.sums[1][:0], 1)
	total := grid{mass: r.sums[1]}
	infinite, operations, worst := 0.0, 0, 0.0
	for k, g := range sorted {
		exact := r.binomial(g.count, g.epsilon)
		operations += len(exact.mass)
		kept := grid{mass: exact.mass}
		infinite += kept.trim(tail)
		exact.low, exact.mass = exact.at(kept.first), kept.mass
		one := r.split(exact, spacing)
		operations += len(one.mass)
		worst += float64(float64(g.count) * g.epsilon)
		to := &r.sums[k%2]
		*to = convolve(*to, total.mass, one.mass)
		total = grid{first: total.first + one.first, mass: *to}
		infinite += total.trim(tail)
	}
	l := losses{low: float64(total.first) * spacing, spacing: spacing, mass: total.mass, infinite: infinite}
	return l.roundedUp(operations, worst), true
}

// bySpread sorts groups by k eps^2, which keeps the partial sums short, and adds
// it up.
func (r *room) bySpread(groups []pureGroup) (sorted []pureGroup, squares float64) {
	sorted = append(r.sorted[:0], groups...)
	r.sorted = sorted
	slices.SortFunc(sorted, func(a, b pureGroup) int { return cmp.Compare(a.spread(), b.spread()) })
	for _, g := range sorted {
		squares += g.spread()
	}
	return sorted, squares
}

func (g pureGroup) spread() float64 { return float64(float64(g.count) * g.epsilon * g.epsilon) }

// leastWidth is the least that a grid spans, as a share of the sum of the epsilons.
const leastWidth = 1e-6

// width is how far apart the losses of a group lie that count: z deviations either way, or,
// where that is less, the outcomes with fewer than j untruths of which j or more have a
// probability, at most C(k,j) (1-p)^j, of no more than tail.
func (g pureGroup) width(z, tail float64) float64 {
	most := float64(2 * z * math.Sqrt(g.spread()))
	untruth := 1 / (1 + elementary.Exp(g.epsilon))
	reach, chance := 0.0, 1.0
	for j := 1; j <= g.count && reach < most; j++ {
		chance *= float64(float64(g.count-j+1) / float64(j) * untruth)
		if chance <= tail {
			break
		}
		reach = float64(2*g.epsilon) * float64(j)
	}
	return math.Min(reach, most)
}

// gridSize is the largest number of points whose convolutions stay within
// convolutionWork, and their spacing.
func gridSize(groups []pureGroup, z, tail float64) (points int, spacing float64) {
	width, spread, worst := 0.0, 0.0, 0.0
	before, own := make([]float64, len(groups)), make([]float64, len(groups))
	for k, g := range groups {
		spread += g.spread()
		worst += float64(float64(g.count) * g.epsilon)
		before[k], own[k] = width, g.width(z, tail)
		width = math.Min(width+own[k], float64(2*z*math.Sqrt(spread)))
	}
	width = math.Max(width, float64(leastWidth*worst))
	for n := 8192; ; n /= 2 {
		work, spacing := 0.0, width/float64(n)
		for k, g := range groups {
			work += float64(before[k] / spacing * math.Min(own[k]/spacing+2, 2*float64(g.count+1)))
		}
		if work <= convolutionWork || n == 512 {
			return n, spacing
		}
	}
}

// grid is a mass function on the integers first, first+1, ... times a spacing.
type grid struct {
	first int
	mass  []float64
}

// split puts a loss distribution on the grid, keeping P and P e^-l:
//
//	up = P (1 - e^-(l-a)) / (1 - e^-spacing), P - up at a, up at a + spacing
func (r *room) split(l losses, spacing float64) grid {
	first := int(math.Floor(l.low / spacing))
	last := int(math.Floor(l.at(len(l.mass)-1)/spacing)) + 1
	r.parts = slices.Grow(r.parts[:0], last-first+1)[:last-first+1]
	clear(r.parts)
	g := grid{first: first, mass: r.parts}
	for i, p := range l.mass {
		a := math.Floor(l.at(i) / spacing)
		up := float64(p * math.Min(1, math.Max(0, elementary.Expm1(float64(a*spacing)-l.at(i))/elementary.Expm1(-spacing))))
		g.mass[int(a)-first] += p - up
		g.mass[int(a)-first+1] += up
	}
	return g
}

// trim moves a lower tail of mass at most tail up to the lowest point kept, cuts
// an upper tail of mass at most tail and returns what it cut.
func (g *grid) trim(tail float64) (cut float64) {
	low, sum := 0, 0.0
	for low < len(g.mass)-1 && sum+g.mass[low] <= tail {
		sum += g.mass[low]
		low++
	}
	g.mass[low] += sum
	high := len(g.mass)
	for high > low+1 && cut+g.mass[high-1] <= tail {
		high--
		cut += g.mass[high]
	}
	g.first += low
	g.mass = g.mass[low:high]
	return cut
}

// convolve puts the convolution of a and b into out, grown as needed. All terms
// are positive, so tails keep their relative accuracy (an FFT would not).
func convolve(out, a, b []float64) []float64 {
	n := len(a) + len(b) - 1
	out = slices.Grow(out[:0], n)[:n]
	clear(out)
	for j, q := range b {
		if q == 0 {
			continue
		}
		row := out[j : j+len(a)]
		for i, p := range a {
			row[i] += float64(p * q)
		}
	}
	return out
}

// pureList holds groups sorted by epsilon. Beyond maxDistinct different epsilons it
// rounds them up to a geometric grid, perOctave points per factor of two, which
// is valid (an eps-step is also a larger-eps-step) and keeps it small.
type pureList struct {
	groups    []pureGroup
	perOctave float64 // 0 = exact
}

const maxDistinct = 1024

func (l *pureList) add(epsilon float64, count int) {
	if epsilon == 0 {
		return
	}
	epsilon = roundUp(epsilon, l.perOctave)
	i, found := slices.BinarySearchFunc(l.groups, epsilon, func(g pureGroup, e float64) int {
		return cmp.Compare(g.epsilon, e)
	})
	if found {
		l.groups[i].count += count
		return
	}
	l.groups = slices.Insert(l.groups, i, pureGroup{epsilon, count})
	if len(l.groups) > maxDistinct {
		l.coarsen(maxDistinct/2, 1)
	}
}

// coarsen rounds up until at most limit groups are left or the grid has coarsest
// points per factor of two.
func (l *pureList) coarsen(limit int, coarsest float64) {
	for len(l.groups) > limit && l.perOctave != coarsest {
		if l.perOctave == 0 {
			l.perOctave = 512
		} else {
			l.perOctave /= 2 // every point of the coarser grid is one of the finer
		}
		old := l.groups
		l.groups = old[:0]
		for _, g := range old { // sorted, and rounding keeps the order
			e := roundUp(g.epsilon, l.perOctave)
			if n := len(l.groups); n > 0 && l.groups[n-1].epsilon == e {
				l.groups[n-1].count += g.count
			} else {
				l.groups = append(l.groups, pureGroup{e, g.count})
			}
		}
	}
}

// roundUp is the next 2^(i/perOctave) from x > 0 on; x itself if perOctave is 0.
func roundUp(x, perOctave float64) float64 {
	if perOctave == 0 {
		return x
	}
	// The allowance keeps a grid point where it is; it is below one part in 1e9.
	up := elementary.Exp2(math.Ceil(float64(elementary.Log2(x)*perOctave)-1e-9) / perOctave)
	return math.Max(x, up)
}
