package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"admmlab/sim/files"
)

// fate is what became of a run, so that an older write that comes late cannot
// take it back.
type fate struct {
	iteration int          // last one written
	turn      int          // of that
	asides    int          // damaged files of the run by then
	missed    func() error // writes what was not saved because another laboratory had deleted the run; nil for nothing
	deleted   bool
	named     *string                 // meanwhile; nil for no other name
	since     func(name string) error // writes what was to be saved while it was deleted; nil for nothing
}

// Save writes a run, in place of what was saved of it before, and keeps the name that it
// has there: only Rename gives one. A run that was deleted, by whomever, stays deleted,
// and one with fewer iterations than were saved already, or an earlier turn, changes nothing.
func (a *Archive) Save(r Record, curve []Point) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	f := a.mine[r.ID]
	if last := r.Last.Iteration; last < f.iteration || last == f.iteration && r.Turn < f.turn {
		return nil
	}
	body := curvesOf(formatCurve(curve))
	if f.deleted {
		if _, err := formatHead(r, body); err != nil { // what was deleted is what comes back
			return err
		}
		f.iteration, f.turn, f.since = r.Last.Iteration, r.Turn, func(name string) error {
			r.Name = name
			return a.write(r, body, a.standing(r.ID))
		}
		a.mine[r.ID] = f
		return nil
	}
	unlock, _ := a.lock() // in vain: it is not to be lost
	defer unlock()
	return untilAlone(func() error { return a.save(r, curve, body) })
}

// save is Save while a is held, and its folder where that could be taken.
func (a *Archive) save(r Record, curve []Point, body curves) error {
	f, was := a.mine[r.ID], a.standing(r.ID)
	var damage damaged
	_, same := a.home.known(a.folder)
	switch before, err := a.head(r.ID); {
	case err == nil:
		r.Name = before.Name
	case errors.As(err, &damage):
		if note := a.aside(r.ID, damage); note != "" {
			a.untold = append(a.untold, note)
		}
		was = a.standing(r.ID)
	case f.iteration > 0 && errors.Is(err, fs.ErrNotExist) && same && a.asides(r.ID) <= f.asides:
		if _, err := formatHead(r, body); err != nil {
			return err
		}
		f.missed = func() error { return a.Save(r, curve) } // another laboratory deleted it, and may bring it back
		a.mine[r.ID] = f
		a.behind.Store(true)
		return nil
	case was != nil && !errors.Is(err, fs.ErrNotExist): // it may have a name
		return reading(r.ID, err)
	}
	if err := a.write(r, body, was); err != nil {
		return err
	}
	f.iteration, f.turn, f.asides, f.missed = r.Last.Iteration, r.Turn, a.asides(r.ID), nil
	a.mine[r.ID] = f
	return nil
}

// Behind reports whether there are runs for CatchUp to look for. It waits for nobody.
func (a *Archive) Behind() bool { return a.behind.Load() }

// CatchUp saves what was not saved of runs that another laboratory had deleted and has brought
// back: it has them as they were. What fails is saved by the next call.
func (a *Archive) CatchUp() (err error) {
	missed := map[string]func() error{}
	a.mu.Lock()
	for id, f := range a.mine {
		if f.missed != nil && there(a.Path(id)) {
			missed[id], f.missed = f.missed, nil
			a.mine[id] = f
		}
	}
	a.mu.Unlock()
	for id, save := range missed {
		failed := save()
		if failed == nil {
			continue
		}
		err = errors.Join(err, failed)
		a.mu.Lock()
		if f := a.mine[id]; f.missed == nil { // else more has been missed since
			f.missed = save
			a.mine[id] = f
		}
		a.mu.Unlock()
	}
	a.mu.Lock()
	a.behind.Store(false)
	for _, f := range a.mine {
		if f.missed != nil {
			a.behind.Store(true)
		}
	}
	a.mu.Unlock()
	if err != nil {
		return fmt.Errorf("a run that another laboratory brought back is not kept as it ended: %w", err)
	}
	return nil
}

// Rename gives a run a name; "" takes it away. One that was deleted here has it once it is
// brought back.
func (a *Archive) Rename(id, name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	unlock, err := a.lock()
	if err != nil {
		return fmt.Errorf("naming the run %s: %w", id, err)
	}
	defer unlock()
	return untilAlone(func() error {
		was := a.standing(id)
		r, body, err := a.whole(id)
		if f := a.mine[id]; f.deleted && errors.Is(err, fs.ErrNotExist) {
			f.named = &name
			a.mine[id] = f
			return nil
		}
		if err != nil {
			return err
		}
		r.Name = name
		return a.write(r, body, was)
	})
}

// Delete removes a run and returns how to bring it back: as it was saved last, also after
// that. What fails to be brought back can be tried again.
func (a *Archive) Delete(id string) (undo func() error, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	unlock, err := a.lock()
	if err != nil {
		return nil, fmt.Errorf("deleting the run %s: %w", id, err)
	}
	defer unlock()
	var r Record
	var body curves
	if err := untilAlone(func() (err error) {
		was := a.standing(id)
		if r, body, err = a.whole(id); err != nil {
			return err
		}
		if err := a.take(id, was, ""); err != nil {
			return fmt.Errorf("deleting the run %s: %w", id, err)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	f := a.mine[id]
	f.deleted = true
	a.mine[id] = f
	return func() error {
		a.mu.Lock()
		defer a.mu.Unlock()
		unlock, err := a.lock()
		if err != nil {
			return fmt.Errorf("writing the run %s: %w", id, err)
		}
		defer unlock()
		if err := untilAlone(func() error { return a.undelete(r, body) }); err != nil {
			return err
		}
		f := a.mine[id]
		f.deleted, f.since, f.named = false, nil, nil
		a.mine[id] = f
		return nil
	}, nil
}

// undelete writes a run that was deleted here, as it was then or was to be saved since, but in the
// place of none that has gone on: another laboratory may have written it meanwhile.
func (a *Archive) undelete(r Record, body curves) error {
	f, was := a.mine[r.ID], a.standing(r.ID)
	last := r.Last.Iteration
	if f.since != nil {
		last = f.iteration
	}
	if now, with, err := a.whole(r.ID); err == nil && now.Last.Iteration >= last {
		if f.named == nil {
			return nil
		}
		now.Name = *f.named
		return a.write(now, with, was)
	}
	if f.named != nil {
		r.Name = *f.named
	}
	if f.since != nil {
		return f.since(r.Name)
	}
	return a.write(r, body, was)
}

// beforeMove is what tests do between the reading of a run and the move of its file, or of what
// takes its place.
var beforeMove = func() {}

// take moves the file of a run out of its place, as files.Move does, with errOvertaken where it is
// not the one that was there.
func (a *Archive) take(id string, was fs.FileInfo, to string) error {
	beforeMove()
	moved, err := files.Move(a.Path(id), to, func(now fs.FileInfo) bool { return files.Unchanged(was, now) })
	if err == nil && !moved || errors.Is(err, fs.ErrNotExist) {
		return errOvertaken
	}
	return err
}

// write puts a run in the place of what was there, with errOvertaken where that has changed. One
// too large to be read again takes the place of nothing.
func (a *Archive) write(r Record, body curves, was fs.FileInfo) error {
	known, same := a.home.known(a.folder)
	if err := os.MkdirAll(a.folder, 0o700); err != nil {
		return fmt.Errorf("making the folder for runs: %w; expected a place that can be written", err)
	}
	in := a.home.settle(a.folder)
	if known && !same { // nobody deleted what the other has
		for id, f := range a.mine {
			if !f.deleted {
				f.iteration = 0
				a.mine[id] = f
			}
		}
	}
	if err := a.ordinary(r.ID); err != nil { // and could not be set aside
		return fmt.Errorf("keeping the run %s: %w", r.ID, err)
	}
	head, err := formatHead(r, body)
	if err != nil {
		return err
	}
	b := files.Batch{Anew: true} // the next try keeps it
	defer b.Close()
	if err := b.Write(context.Background(), a.Path(r.ID), nil, func(w io.Writer) error {
		if _, err := w.Write(slices.Concat(head, body.text)); err != nil {
			return fmt.Errorf("keeping the run %s: %w", r.ID, err)
		}
		return nil
	}); err != nil {
		return err
	}
	if beforeMove(); !files.Unchanged(was, a.standing(r.ID)) {
		return fmt.Errorf("keeping the run %s: %w", r.ID, errOvertaken)
	}
	if err := b.Settle(context.Background()); err != nil {
		return err
	}
	a.home.holds(r.ID, in)
	return nil
}
