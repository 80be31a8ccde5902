package audit

import (
	"math"
	"slices"

	"admmlab/sim/privacy/account"
)

// Places is how many places on the trade-off curve an audit measures.
const Places = 7

// Point is a place on the trade-off curve as it was measured: how often a test that
// says "it was D" is wrong when it was D', and how often one that says "it was D'" is
// wrong when it was D. All points of an audit lie within their limits together with
// the confidence of its Result.
type Point struct {
	Alarm, Miss Rate
}

// Rate is a share of runs with Clopper and Pearson's exact limits, in [0, 1].
type Rate struct{ Measured, Low, High float64 }

// Known reports whether the point has been measured.
func (p Point) Known() bool { return p.Alarm.High > 0 }

// Misses is the least share of misses that a claim leaves to any test with that share of
// false alarms.
func (t Target) Misses(alarm float64) float64 {
	return account.Misses([]account.Point{{Epsilon: t.Epsilon, Delta: t.Delta}}, alarm)
}

// alarms are the shares of pilot runs under D' at which the thresholds are put.
var alarms = [Places]float64{0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.8}

// points are the places while they are measured.
type points struct {
	threshold [Places]float64
	over      [Places][2]int // counted runs at or above the threshold, under D and under D'
	measured  [Places]Point  // at the last look
}

// choose puts the thresholds where the pilot runs, sorted, have the alarms.
func (p *points) choose(sorted [2][]float64) {
	other := sorted[1]
	for i, alarm := range alarms {
		k := max(0, len(other)-1-int(alarm*float64(len(other))))
		p.threshold[i] = other[k]
		if next, _ := slices.BinarySearch(other, math.Nextafter(other[k], math.Inf(1))); next < len(other) {
			p.threshold[i] = between(other[k], other[next])
		}
	}
}

func (p *points) count(world int, loss float64) {
	for i, threshold := range p.threshold {
		if loss >= threshold {
			p.over[i][world]++
		}
	}
}

// look takes the rates of tested runs; all limits hold but for a chance of beta.
func (p *points) look(tested int, beta float64) {
	for i, over := range p.over {
		p.measured[i] = Point{Alarm: rate(over[1], tested, beta/(2*Places)), Miss: rate(tested-over[0], tested, beta/(2*Places))}
	}
}

func (p *points) list() [Places]Point { return p.measured }

func rate(hits, n int, beta float64) Rate {
	r := Rate{Measured: float64(hits) / float64(n)}
	r.Low, r.High = account.RateLimits(hits, n, beta)
	return r
}
