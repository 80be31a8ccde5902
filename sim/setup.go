package sim

import (
	"slices"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/config"
)

// Aid is what helps to set up a session; all may be nil.
type Aid struct {
	Old      *Session // may have the tables, and makes no iteration at the same time
	Room     func()   // drops tables: new ones are to be made, and nothing can be refused any more
	Progress func(Loading)
}

// Loading is how far a data set has been read, drawn or prepared.
type Loading struct {
	What string  // in words: "reading adult.data"
	Part float64 // 0 to 1
}

// prepare makes what the parties need before their first step, and tells how far
// it is. What they have already costs nothing: a session like the one before has
// its blocks from there.
func (s *Session) prepare(progress func(Loading)) {
	if progress == nil {
		return // the first iteration makes it
	}
	kappa, measured := s.set.Lambda/s.set.Rho, s.meter != nil && s.set.Private
	// Multiplications: N d^2/2 for D'D, N d^2 for D G where losses are measured.
	works, total, done := make([]float64, len(s.blocks)), 0.0, 0.0
	for m, b := range s.blocks {
		works[m] = float64(b.Records()) * float64(b.Dim()) * float64(b.Dim()) / 2
		total += works[m]
		if measured {
			total += 2 * works[m]
		}
	}
	for m, b := range s.blocks {
		share := func(work float64) {
			before := done
			b.Share(s.told(func(part float64) {
				progress(Loading{What: "preparing " + config.DataWords(s.now.Data), Part: (before + part*work) / total})
			}))
			done += work
		}
		share(works[m])
		b.Prepare(kappa)
		if measured {
			share(2 * works[m])
			b.Leverage(kappa)
		}
	}
}

// bundle is how many pieces of work are done between two words on the progress.
const bundle = 4

// told is the Each of the session, with word of how far it is. It tells on the
// caller's own goroutine.
func (s *Session) told(tell func(part float64)) models.Each {
	return func(n int, do func(i int)) {
		for from := 0; from < n; from += bundle {
			s.each(min(bundle, n-from), func(i int) { do(from + i) })
			tell(float64(min(n, from+bundle)) / float64(n))
		}
	}
}

// inherit takes over from a session that dealt the same rows and columns of the
// same table what does not depend on anything else; old may be nil.
func (s *Session) inherit(old *Session, d *data.Dataset, train []int, cuts []int) bool {
	if old == nil || old.data != d || !slices.Equal(old.cuts, cuts) || !slices.Equal(old.people, train) {
		return false
	}
	for _, b := range old.blocks {
		s.blocks = append(s.blocks, b.Twin())
	}
	s.test, s.norm = old.test, old.norm
	return true
}

// deal copies each party its columns.
func (s *Session) deal(d *data.Dataset, train, test, cuts []int) {
	for m := 1; m < len(cuts); m++ {
		block := d.Rows.Block(train, cuts[m-1], cuts[m], true)
		s.norm = max(s.norm, block.MaxNorm())
		s.blocks = append(s.blocks, models.NewBlock(block))
	}
	held := d.Rows.Select(test)
	held.ScaleBlocks(cuts) // so that one joined model scores it
	s.test = models.NewHeld(held, pick(d.Labels, test))
}
