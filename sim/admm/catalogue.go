package admm

import (
	"admmlab/sim/privacy"
	"slices"
)

var (
	catalogue []Spec
	keys      []string               // of its parameters
	resting   map[string][]Parameter // by method, those of others, each with its idle value as Default
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
	former, formerKeys, formerResting := catalogue, keys, resting
	catalogue, keys, resting = slices.Clone(specs), parameterKeys(specs), map[string][]Parameter{}
	for _, s := range specs {
		for _, key := range keys {
			if _, declared := s.Parameter(key); declared {
				continue
			}
			p, _ := FindParameter(key)
			if p.Idle != 0 {
				p.Default = p.Idle
			}
			resting[s.ID] = append(resting[s.ID], p)
		}
	}
	return func() { catalogue, keys, resting = former, formerKeys, formerResting }
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

// Defaults are the settings a method starts with.
func (s Spec) Defaults() Settings {
	set := Settings{Private: s.Private(), Order: "jacobi", DualStep: commonStep, Adjacency: s.Adjacency[privacy.Replace].ID}
	if s.Private() {
		set.Variant = s.Variants[0].ID
	}
	for _, p := range s.Parameters {
		p.Set(&set, PerNode{p.Default})
	}
	return s.InForce(set)
}

// InForce is set as the method may see it: what other methods read, and it does not, has
// its idle value, so that whatever was set there changes nothing and nothing is ever out
// of range.
func (s Spec) InForce(set Settings) Settings {
	set = set.Clone()
	set.Private = set.Private && s.Private()
	for _, p := range resting[s.ID] {
		p.put(&set, PerNode{p.Default})
	}
	return set
}

// ParameterKeys are the keys of all parameters of the catalogue, each after those that
// its method lists before it; read only.
func ParameterKeys() []string { return keys }

func parameterKeys(specs []Spec) []string {
	var keys []string
	for _, s := range specs {
		place := -1 // of the latest so far
		for i, p := range s.Parameters {
			at := slices.Index(keys, p.Key)
			if at < 0 {
				if at = place + 1; place < 0 {
					at = before(keys, s.Parameters[i+1:])
				}
				keys = slices.Insert(keys, at, p.Key)
			}
			place = max(place, at)
		}
	}
	return keys
}

// before is the place of the first of the parameters that keys has, else their end.
func before(keys []string, list []Parameter) int {
	for _, p := range list {
		if at := slices.Index(keys, p.Key); at >= 0 {
			return at
		}
	}
	return len(keys)
}

// FindParameter is the first declaration of a key in the catalogue.
func FindParameter(key string) (Parameter, bool) {
	for i := range catalogue {
		if p, ok := catalogue[i].Parameter(key); ok {
			return p, true
		}
	}
	return Parameter{}, false
}
