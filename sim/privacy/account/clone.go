package account

// Clone is an account of its own with the same steps, for a holder whose steps
// differ from here on.
func (a *Account) Clone() *Account {
	c := *a
	c.closed.pures.groups = append([]pureGroup(nil), a.closed.pures.groups...)
	c.stale, c.room = true, room{}
	return &c
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
