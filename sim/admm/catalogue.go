package admm

import "slices"

var (
	catalogue []Spec
	keys      []string // of its parameters
)

func init() {
	Use(dvpSpec(), pvpSpec(), radmmSpec(), mradmmSpec(), madmmSpec(), plainSpec(), sharingSpec())
}

// Catalogue lists every method, in the order of the screen; read only.
func Catalogue() []Spec { return catalogue }

// Use makes specs the catalogue and returns what brings the former one back. A spec
// that leaves out something a method owes is a programmer's mistake: Use panics with
// all that is missing. Tests use it to add a method, or to fix the list a picture of
// the screen was taken with, before anything runs.
func Use(specs ...Spec) (undo func()) {
	for i, s := range specs {
		if err := s.Check(); err != nil {
			panic(err)
		}
		if slices.ContainsFunc(specs[:i], func(o Spec) bool { return o.ID == s.ID }) {
			panic("admm: two methods are called " + s.ID)
		}
	}
	former, formerKeys := catalogue, keys
	catalogue, keys = slices.Clone(specs), parameterKeys(specs)
	return func() { catalogue, keys = former, formerKeys }
}

// Find is the spec of a method.
func Find(id string) (Spec, bool) {
	for _, s := range catalogue {
		if s.ID == id {
			return s, true
		}
	}
	return Spec{}, false
}
