package sim

import (
	"iter"
	"slices"

	"admmlab/models"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// totals composes the costs of all nodes. Nodes whose costs have been the same so
// far share one account, so that a ring of a thousand nodes is one account.
type totals struct {
	classes []class
	of      []int // class of each node
	each    models.Each
	before  []int // work space: the classes before this iteration
	groups  []group
}

// class is the accounts that its nodes share, one for each adjacency.
type class [privacy.Adjacencies]*account.Account

// group is the nodes of one class with the same charges in this iteration.
type group struct {
	from, class int // class before and from now on
	charges     []privacy.Charge
}

func newTotals(nodes int, delta float64, each models.Each) *totals {
	t := &totals{of: make([]int, nodes), each: each, before: make([]int, nodes)}
	var c class
	for a := range c {
		c[a] = account.New(delta)
	}
	t.classes = []class{c}
	return t
}

// hear makes an empty piece of work, which panics where nobody waits for it any more.
func (t *totals) hear() { t.each(1, func(int) {}) }

// all are the classes. What is asked of one takes milliseconds, and a thousand nodes may be as
// many, so that before each it is heard whether somebody waits.
func (t *totals) all() iter.Seq2[int, class] {
	return func(yield func(int, class) bool) {
		for k, c := range t.classes {
			if t.hear(); !yield(k, c) {
				return
			}
		}
	}
}

// add books one iteration's charges, which come in the order of nodes: either
// every node has some or none has.
func (t *totals) add(charges []privacy.Charge, delta float64) {
	t.hear()
	t.restate(delta)
	t.groups = t.groups[:0]
	copy(t.before, t.of)
	for len(charges) > 0 {
		n := 1
		for n < len(charges) && charges[n].Node == charges[0].Node {
			n++
		}
		t.place(charges[:n])
		charges = charges[n:]
	}
	for _, g := range t.groups {
		for a, account := range t.classes[g.class] {
			for _, c := range g.charges {
				account.Add(step(c.Cost[a]))
			}
		}
	}
}

// after is t with one iteration's charges booked, at another delta; t stays as it is.
func (t *totals) after(charges []privacy.Charge, delta float64) *totals {
	next := t.with(account.Try)
	next.add(charges, delta)
	return next
}

// with is t with other accounts made of its own.
func (t *totals) with(made func(...*account.Account) []*account.Account) *totals {
	var all []*account.Account
	for _, c := range t.classes {
		all = append(all, c[:]...)
	}
	all = made(all...)
	next := &totals{of: slices.Clone(t.of), each: t.each, before: make([]int, len(t.before)), classes: make([]class, len(t.classes))}
	for i := range next.classes {
		copy(next.classes[i][:], all[i*len(next.classes[i]):])
	}
	return next
}

// place puts a node into the group of its class that has the same charges, or
// opens one: the first group keeps the class, later ones split off with a copy
// of its accounts.
func (t *totals) place(charges []privacy.Charge) {
	node := charges[0].Node
	g := group{from: t.before[node], class: t.before[node], charges: charges}
	for _, other := range t.groups {
		if other.from != g.from {
			continue
		}
		if sameCosts(other.charges, charges) {
			t.of[node] = other.class
			return
		}
		g.class = -1
	}
	if g.class < 0 {
		var c class
		for a, old := range t.classes[g.from] {
			c[a] = old.Clone()
		}
		t.classes = append(t.classes, c)
		g.class = len(t.classes) - 1
	}
	t.of[node] = g.class
	t.groups = append(t.groups, g)
}

func sameCosts(a, b []privacy.Charge) bool {
	return slices.EqualFunc(a, b, func(x, y privacy.Charge) bool { return x.Cost == y.Cost })
}

func step(c privacy.Cost) account.Step {
	return account.Step{Pure: c.Pure, Dim: c.Dim, Shift: c.Shift, Convex: c.Convex, Det: c.Det, Mu: c.Mu}
}

func stepsOf(costs []privacy.Cost) []account.Step {
	list := make([]account.Step, len(costs))
	for k, c := range costs {
		list[k] = step(c)
	}
	return list
}

func (t *totals) restate(delta float64) {
	for _, c := range t.classes {
		for _, a := range c {
			a.Restate(delta)
		}
	}
}

// best is the smallest total that is proved of every node under an adjacency.
func (t *totals) best(a privacy.Adjacency) account.Total {
	return t.worst(func(c class) account.Total { return c[a].Best() })
}

// worst is what is proved of all nodes together, given what is of those of a class.
func (t *totals) worst(of func(class) account.Total) (worst account.Total) {
	for k, c := range t.all() {
		if total := of(c); k == 0 {
			worst = total
		} else {
			worst = ofBoth(worst, total)
		}
	}
	return worst
}

// bestBy is best by each accountant; one that proves nothing for some node is not valid.
func (t *totals) bestBy(a privacy.Adjacency) []account.Total {
	worst := slices.Clone(t.classes[0][a].Totals())
	for _, c := range t.all() {
		for i, total := range c[a].Totals() {
			worst[i] = ofBoth(worst[i], total)
		}
	}
	return worst
}

// ofBoth is what is proved of two nodes together: the larger epsilon, at the larger delta. One
// may be at no delta at all, by adding, and the other's smaller epsilon at that of the run.
func ofBoth(a, b account.Total) account.Total {
	if a.Valid && !b.Valid || a.Valid == b.Valid && b.Epsilon > a.Epsilon {
		a, b = b, a
	}
	a.Delta = max(a.Delta, b.Delta)
	return a
}

// provedAt is the largest of the nodes' smallest valid totals at delta.
func (t *totals) provedAt(a privacy.Adjacency, delta float64) float64 {
	most := 0.0
	for _, c := range t.all() {
		most = max(most, c[a].BestAt(delta).Epsilon)
	}
	return most
}

// labelled is the smallest total of one person's row and label: the label was randomised
// once, by a pure step of epsilon before all others, and everything after it was computed
// from what came out.
func (t *totals) labelled(epsilon float64) account.Total {
	return t.worst(func(c class) account.Total {
		a := account.Try(c[privacy.Remove])[0]
		a.Add(account.Step{Pure: epsilon})
		return a.Best()
	})
}
