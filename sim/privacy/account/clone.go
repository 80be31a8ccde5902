package account

import (
	"maps"
	"slices"
)

// Clone is an account of its own with the same steps, for a holder whose steps
// differ from here on. The two share what they have integrated.
func (a *Account) Clone() *Account {
	c := *a
	c.closed.pures.groups, c.closed.ahead = slices.Clone(a.closed.pures.groups), slices.Clone(a.closed.ahead)
	c.stale, c.totals, c.open, c.room = true, nil, spent{}, room{}
	return &c
}

// Copy copies accounts to go on from here another time: nothing that is booked in one
// list changes a number in the other. Accounts that share what they have integrated do
// so in the copy, too.
func Copy(accounts []*Account) []*Account {
	copies, caches, laws := make([]*Account, len(accounts)), map[*momentCache]*momentCache{}, map[*momentCache]*lawCache{}
	for i, a := range accounts {
		if caches[a.cache] == nil {
			caches[a.cache] = &momentCache{maps.Clone(a.cache.steps), maps.Clone(a.cache.laws), a.cache.rounded}
			laws[a.cache] = &lawCache{} // a law is completed when it is needed, so they are not shared
		}
		copies[i] = a.Clone()
		copies[i].cache, copies[i].closed.laws = caches[a.cache], laws[a.cache]
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
