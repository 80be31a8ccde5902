package runner

import "admmlab/sim"

// Pictures as lenses ask for them.
type (
	billed  struct{}
	left    struct{}
	exposed struct{}
	tapped  struct{ node int }
)

func (billed) Needs() (tap int, realised bool)   { return -1, false }
func (left) Needs() (tap int, realised bool)     { return -1, false }
func (exposed) Needs() (tap int, realised bool)  { return -1, true }
func (w tapped) Needs() (tap int, realised bool) { return w.node, false }

func (billed) Paint(from *sim.Session) any  { l := from.Ledger(); return &l }
func (left) Paint(from *sim.Session) any    { n, _, _ := from.Left(); return n }
func (exposed) Paint(from *sim.Session) any { return from.Exposure(48, 5) }
func (tapped) Paint(from *sim.Session) any  { return from.Wire() }

func (s State) ledger() *sim.Ledger     { l, _ := s.Picture.(*sim.Ledger); return l }
func (s State) exposure() *sim.Exposure { e, _ := s.Picture.(*sim.Exposure); return e }
func (s State) wire() *sim.Wire         { w, _ := s.Picture.(*sim.Wire); return w }
