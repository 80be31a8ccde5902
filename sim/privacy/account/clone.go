package account

import (
	"maps"
	"slices"
)

// Clone is an account of its own with the same steps, for a holder whose steps
// differ from here on. The two book together, and share what they have integrated, and room
// for work: they have one owner.
func (a *Account) Clone() *Account {
	c := *a
	c.closed.pures.groups, c.closed.ahead, c.closed.few = slices.Clone(a.closed.pures.groups), slices.Clone(a.closed.ahead), slices.Clone(a.closed.few)
	c.stale, c.totals, c.open = true, nil, spent{}
	return &c
}

// Try are clones of accounts on which is booked what may never come: it changes no number in
// accounts, now or later. Accounts that book together do so on trial, too.
func Try(accounts ...*Account) []*Account {
	trials, forks := make([]*Account, len(accounts)), map[*lawSet]*lawSet{}
	for i, a := range accounts {
		if forks[a.laws] == nil {
			forks[a.laws] = a.laws.fork()
		}
		trials[i] = a.Clone()
		trials[i].laws = forks[a.laws]
	}
	return trials
}

// Copy copies accounts to go on from here another time: nothing that is booked in one
// list changes a number in the other. Accounts that share what they have integrated do
// so in the copy, too.
func Copy(accounts ...*Account) []*Account {
	copies, shared := make([]*Account, len(accounts)), map[*lawSet]*Account{}
	for i, a := range accounts {
		c := a.Clone()
		if first := shared[a.laws]; first != nil {
			c.laws, c.cache, c.room, c.closed.laws = first.laws, first.cache, first.room, first.closed.laws
		} else {
			c.laws, c.cache = a.laws.fork(), &momentCache{maps.Clone(a.cache.steps), maps.Clone(a.cache.laws)}
			c.room, c.closed.laws = &room{}, &lawCache{maps.Clone(a.closed.laws.kinds), maps.Clone(a.closed.laws.parts)}
			shared[a.laws] = c
		}
		copies[i] = c
	}
	return copies
}

// Bytes is about how many bytes a copy takes.
func (a *Account) Bytes() int {
	return 3500 + 8*(len(a.closed.composed.re)+len(a.closed.composed.im))
}

// Restate makes the totals be stated at another delta; see New.
func (a *Account) Restate(delta float64) {
	if !(delta >= 0 && delta < 1) {
		delta = 0
	}
	if delta != a.delta {
		a.delta, a.stale = delta, true
	}
}
