// Package noise draws every random number of a run from a generator addressed by
// (seed, purpose, node, iteration).
//
// A draw depends on its address and on nothing else: not on the order in which nodes
// are computed, on the number of cores, or on a parameter such as alpha. Two runs with
// the same seed that differ in a parameter therefore share their draws (common
// random numbers), and the noise of a smaller epsilon is the same vector, longer.
//
// The package knows no method and sets no noise level: rates and standard deviations
// come from the caller, who charges for them. It never reads a clock, a file or the
// global random generator, starts no goroutine and allocates nothing per draw.
//
// This is noise for simulation: float64, from a seed that can be replayed. Do not use
// it to release real data (Mironov, CCS 2012, on what float64 samples give away).
package noise

import (
	"math/bits"
	"math/rand/v2"

	"admmlab/models/elementary"
)

// Purpose says what a stream is for. The numbers are part of every saved run: never
// renumber, never reuse; append new ones.
type Purpose int

const (
	Primal  Purpose = 1  // added to a primal variable before it is broadcast (PVP, M-ADMM)
	Dual    Purpose = 2  // added to a dual variable or to the gradient (DVP, R-ADMM, MR-ADMM)
	Message Purpose = 3  // added to a message D_m x_m of vertical sharing
	Closing Purpose = 4  // of the last, separate step of a method (PVP's closing DVP step)
	Shuffle Purpose = 5  // order of the data rows
	Graph   Purpose = 6  // seed from which a random network is drawn
	Repair  Purpose = 7  // added to a model that is not an exact minimiser
	Labels  Purpose = 8  // randomised response on the labels of vertical sharing
	Audit   Purpose = 9  // seeds of the runs of an audit
	Descent Purpose = 10 // start and order of the baseline SGD
	Start   Purpose = 11 // the models before the first iteration
	Holders Purpose = 12 // which node holds which records
)

// Source is the root of all streams of a run. It is a value, safe for concurrent use.
type Source struct{ seed uint64 }

// New returns the source of a run with that seed; every seed is as good as any other.
func New(seed uint64) Source { return Source{seed} }

// Repeat is the source of the k-th run with that seed, k >= 0; the first, number 0,
// is s itself.
func (s Source) Repeat(k int) Source {
	if k == 0 {
		return s
	}
	return Source{splitMix(s.seed + splitMix(uint64(k)))}
}

// Stream returns the start of the stream at an address: the same numbers every time.
// Nodes and iterations may be any integers. Streams of different addresses are
// independent for all practical purposes: their 128-bit states are hashes of the address.
func (s Source) Stream(purpose Purpose, node, iteration int) Stream {
	// Two differently started hashes, because with 64 bits alone a few billion
	// addresses would already be likely to hold two with the same state.
	hi, lo := uint64(0x243f6a8885a308d3), uint64(0x13198a2e03707344) // digits of pi
	for _, coordinate := range [4]uint64{s.seed, uint64(purpose), uint64(node), uint64(iteration)} {
		hi = splitMix(hi ^ coordinate)
		lo = splitMix(lo ^ coordinate)
	}
	return Stream{pcg: *rand.NewPCG(hi, lo)}
}

// splitMix is one step of SplitMix64, a bijection whose output changes in half its
// bits with every bit of the input.
//
// Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
func splitMix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Shuffle returns a uniformly random order of 0..n-1 (Fisher and Yates) for the split
// of the data, in a fresh slice.
func (s Source) Shuffle(n int) []int { return s.Order(Shuffle, n) }

// Order is such an order for another purpose.
func (s Source) Order(purpose Purpose, n int) []int {
	stream := s.Stream(purpose, 0, 0)
	order := make([]int, max(n, 0))
	for i := range order {
		j := stream.below(uint64(i + 1))
		order[i] = order[j]
		order[j] = i
	}
	return order
}

// Flip is randomised response on labels of +1 and -1: each changes sign, once,
// with probability 1/(1+e^epsilon).
func (s Source) Flip(labels []float64, epsilon float64) {
	r := s.Stream(Labels, 0, 0)
	chance := 1 / (1 + elementary.Exp(epsilon))
	for i := range labels {
		if r.float() < chance {
			labels[i] = -labels[i]
		}
	}
}

// Stream is a sequence of random numbers from one address. It is a value without
// pointers: the zero-allocation draws keep it on the stack. Not for concurrent use.
// *Stream is a rand.Source of math/rand/v2, for callers that need another distribution.
type Stream struct {
	pcg      rand.PCG
	spare    float64 // second normal of the last pair
	hasSpare bool
}

// Uint64 returns 64 uniform bits.
func (r *Stream) Uint64() uint64 { return r.pcg.Uint64() }

// float returns a uniform number in the open interval (0, 1), one of 2^52 midpoints
// symmetric about 1/2: never 0, so that its logarithm is finite.
func (r *Stream) float() float64 {
	return (float64(r.pcg.Uint64()>>12) + 0.5) / (1 << 52)
}

// below returns a uniform integer in [0, n), n >= 1, without bias.
//
// Lemire, Fast random integer generation in an interval, ACM TOMACS 29 (2019), Algorithm 5.
// Not rand.Rand's: its results may change with the Go release.
func (r *Stream) below(n uint64) uint64 {
	hi, lo := bits.Mul64(r.pcg.Uint64(), n)
	if lo < n {
		for reject := -n % n; lo < reject; {
			hi, lo = bits.Mul64(r.pcg.Uint64(), n)
		}
	}
	return hi
}
