package account

import (
	"maps"
	"slices"
)

// Clone is an account of its own with the same steps, for a holder whose steps
// differ from here on. The two share what they have integrated.
func (a *Account) Clone() *Account {
	c := *a
	c.closed.pures.groups = slices.Clone(a.closed.pures.groups)
	c.stale, c.totals, c.open, c.room = true, nil, spent{}, room{}
	return &c
}

// Copy copies accounts to go on from here another time: nothing that is booked in one
// list changes a number in the other. Accounts that share what they have integrated do
// so in the copy, too.
func Copy(accounts []*Account) []*Account {
	copies, caches := make([]*Account, len(accounts)), map[*momentCache]*momentCache{}
	for i, a := range accounts {
		if caches[a.cache] == nil {
			caches[a.cache] = &momentCache{maps.Clone(a.cache.steps), maps.Clone(a.cache.laws), a.cache.rounded}
		}
		copies[i] = a.Clone()
		copies[i].cache = caches[a.cache]
	}
	return copies
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
