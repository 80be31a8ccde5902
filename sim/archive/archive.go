package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"admmlab/sim/files"
)

// Most is how many runs are kept: those written last, and beyond them every one that was
// given a name.
const Most = 1000

// mostChanges are how many changes on the way the runs of a list have in all, before the last
// of them, and mostText how many bytes their texts: they take some 200 MB each. Tests lower
// them.
var mostChanges, mostText = 2_000_000, 100 << 20

// ending is that of the file of a run; one that cannot be read gets aside behind it.
const (
	ending = ".run"
	aside  = ".damaged"
)

// Archive is a folder of runs. Its methods may be called from several goroutines
// and wait for one another; several programs may share the folder.
type Archive struct {
	folder string
	mu     sync.Mutex
	mine   map[string]fate // what was done through this Archive, by ID
	untold []string        // see Untold
	behind atomic.Bool     // see Behind
	home   home
}

// Open is the archive in a folder, which is made when the first run is saved.
func Open(folder string) *Archive {
	return &Archive{folder: folder, mine: map[string]fate{}}
}

// Folder is where the files are.
func (a *Archive) Folder() string { return a.folder }

// NewID names a run that begins now: names sort by time.
func NewID(now time.Time) string {
	// Two laboratories may begin in the same second.
	return now.UTC().Format("20060102-150405-") + fmt.Sprintf("%08x", rand.Uint32())
}

// List reads all runs, newest first. The notes are sentences on files that could
// not be read: damaged ones, and those of another version, are renamed to
// *.damaged, and on runs left out as the list would not fit into memory. Runs beyond Most
// are deleted, those first that were written first. Runs can be saved meanwhile; when ctx ends it, the error is ctx's.
// It is a files.OwnOutput where what the program writes goes into a run.
func (a *Archive) List(ctx context.Context) (records []Record, notes []string, err error) {
	files.Tidy(a.folder, nil)
	if records, notes, err = a.read(ctx, a.setAside); err != nil {
		return nil, nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.prune(records), notes, nil
}

// Untold are the notes of what Save, or a List that ended early, has set aside since they were
// asked for last.
func (a *Archive) Untold() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	notes := a.untold
	a.untold = nil
	return notes
}

// Look is List for who has no place to tell anything: it changes nothing, and leaves out what
// cannot be read.
func (a *Archive) Look(ctx context.Context) ([]Record, error) {
	records, _, err := a.read(ctx, func(context.Context, []torn) (none []string, err error) { return none, nil })
	return records, err
}

// torn is a file that is no run.
type torn struct {
	id  string
	why damaged
}

// read is List; of damaged runs it tells what found has to say.
func (a *Archive) read(ctx context.Context, found func(context.Context, []torn) ([]string, error)) (records []Record, notes []string, err error) {
	entries, err := os.ReadDir(a.folder)
	if errors.Is(err, fs.ErrNotExist) {
		if known, _ := a.home.known(a.folder); known {
			return nil, nil, fmt.Errorf("listing the runs kept: %w", a.away())
		}
		return nil, nil, nil // nothing was ever saved
	}
	if err != nil {
		return nil, nil, fmt.Errorf("listing the runs kept: %w; expected a folder that can be read", err)
	}
	in := a.home.see(a.folder)
	var unread []torn // set aside at the end: who ends a list before that is told nothing
	changes, text, left := 0, 0, 0
	for _, e := range slices.Backward(entries) {
		id, ours := strings.CutSuffix(e.Name(), ending)
		if !ours || !e.Type().IsRegular() {
			continue
		}
		if changes >= mostChanges || text >= mostText {
			left++
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		r, err := a.head(id)
		var damage damaged
		var own files.OwnOutput
		switch {
		case err == nil:
			records = append(records, r)
			a.home.holds(id, in)
			changes += len(r.Config.Events)
			text += r.text
		case errors.Is(err, fs.ErrNotExist): // deleted by another laboratory just now
		case errors.As(err, &damage):
			unread = append(unread, torn{id, damage})
		case errors.As(err, &own): // what is told of the others would be written over it
			return nil, nil, reading(id, err)
		default:
			notes = append(notes, fmt.Sprintf("the run %s cannot be read and was left out: %v", id, err))
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	told, err := found(ctx, unread)
	if err != nil {
		return nil, nil, err
	}
	notes = append(notes, told...)
	if left > 0 {
		notes = append(notes, fmt.Sprintf("the oldest of the kept runs, %d, are left out: those listed have %d changes and %d MiB of text in all, expected fewer than %d and %d; delete some of these", left, changes, text>>20, mostChanges, mostText>>20))
	}
	sort.SliceStable(records, func(i, j int) bool { return records[j].Began.Before(records[i].Began) })
	return records, notes, nil
}

// setAside renames files that are no runs and says so, but of those that have become some
// meanwhile. The folder is waited for once: where another has it all of them are left out. What
// was set aside before ctx ended is Untold.
func (a *Archive) setAside(ctx context.Context, unread []torn) (notes []string, err error) {
	if len(unread) == 0 {
		return nil, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	unlock, busy := a.lockWithin(ctx)
	defer unlock()
	for _, t := range unread {
		if err := ctx.Err(); err != nil {
			a.untold = append(a.untold, notes...)
			return nil, err
		}
		note := ""
		if busy != nil {
			note = leftOut(t.id, t.why, busy)
		} else {
			note = a.aside(t.id, t.why)
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	return notes, nil
}

// leftOut says why a damaged file stays where it is.
func leftOut(id string, why damaged, err error) string {
	return fmt.Sprintf("%s%s is damaged (%v) and was left out: %v", id, ending, why, err)
}

// aside renames a file that is not a run and says so, "" if it has become one meanwhile, while a
// and its folder are held.
func (a *Archive) aside(id string, why damaged) string {
	to := ""
	err := untilAlone(func() error {
		was := a.standing(id)
		if _, err := a.head(id); !errors.As(err, &why) {
			to = ""
			return nil
		}
		to = a.besides(id, a.asides(id)+1) // what was set aside before stays
		return a.take(id, was, to)
	})
	switch {
	case to == "":
		return ""
	case err != nil:
		return leftOut(id, why, err)
	}
	return fmt.Sprintf("%s%s is damaged (%v): it was set aside as %s in %s", id, ending, why, filepath.Base(to), a.folder)
}

// prune deletes what is beyond Most and has no name. The newest are those written last, whenever
// they began: a run under way is among them, also where a clock was put right since. Dates that
// have not come yet are the oldest: a clock was wrong, and nothing made now is to give way to them.
func (a *Archive) prune(records []Record) []Record {
	if len(records) <= Most {
		return records
	}
	now := time.Now().Add(time.Minute) // clocks of two machines differ
	written := map[string]time.Time{}
	for _, r := range records {
		if info := a.standing(r.ID); info != nil {
			written[r.ID] = info.ModTime()
		}
	}
	order := slices.Clone(records)
	slices.SortStableFunc(order, func(r, s Record) int {
		switch late, later := written[r.ID].After(now), written[s.ID].After(now); {
		case late == later:
			return written[s.ID].Compare(written[r.ID])
		case late:
			return 1
		}
		return -1
	})
	unlock, err := a.lock()
	if err != nil { // the next list does it
		return records
	}
	defer unlock()
	gone := map[string]bool{}
	for _, r := range order[Most:] {
		if r.Name == "" {
			was := a.standing(r.ID)
			now, err := a.head(r.ID) // it may have a name by now, or have gone on
			gone[r.ID] = err == nil && now.Name == "" && was != nil && was.ModTime().Equal(written[r.ID]) && a.take(r.ID, was, "") == nil
		}
		if gone[r.ID] {
			delete(a.mine, r.ID) // nobody deleted it: where it goes on it is kept again
		}
	}
	return slices.DeleteFunc(records, func(r Record) bool { return gone[r.ID] })
}

// asides is how many damaged files of a run are set aside, links that lead nowhere among them.
func (a *Archive) asides(id string) (n int) {
	for {
		if _, err := os.Lstat(a.besides(id, n+1)); err != nil {
			return n
		}
		n++
	}
}

// besides is where the nth damaged file of a run is set aside.
func (a *Archive) besides(id string, n int) string {
	if n == 1 {
		return a.Path(id) + aside
	}
	return fmt.Sprintf("%s%s.%d", a.Path(id), aside, n)
}

// Curve reads a run with its curves, as they were saved together: it may have gone on since it
// was listed.
func (a *Archive) Curve(id string) (Record, []Point, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r, body, err := a.whole(id)
	if err != nil {
		return Record{}, nil, err
	}
	if err := body.check(); err != nil {
		return Record{}, nil, reading(id, err)
	}
	points, err := parseCurve(body.text)
	return r, points, err
}

// Path is the file of a run, whether there is one or not.
func (a *Archive) Path(id string) string { return filepath.Join(a.folder, id+ending) }

// ordinary refuses what is none of the runs: it would be waited for, or lead to another file.
func (a *Archive) ordinary(id string) error {
	if info, err := os.Lstat(a.Path(id)); err == nil && !info.Mode().IsRegular() {
		return damaged("it is no ordinary file")
	}
	return nil
}

// away says that the folder is not there.
func (a *Archive) away() error { return fmt.Errorf("the folder %s is away", a.folder) }

// missing is why there is no file of a run: where its folder is away, or another has taken the place of
// the one in which it was seen last, nobody has deleted it.
func (a *Archive) missing(id string) error {
	switch {
	case !there(a.folder):
		return reading(id, a.away())
	case !a.mine[id].deleted && a.home.elsewhere(id, a.folder):
		return reading(id, fmt.Errorf("the folder %s is another than it was kept in", a.folder))
	}
	return gone(id)
}

// head reads a run without its curves.
func (a *Archive) head(id string) (Record, error) {
	if err := a.ordinary(id); err != nil {
		return Record{}, err
	}
	f, err := files.Open(context.Background(), a.Path(id), files.MostKept)
	if err != nil {
		return Record{}, err
	}
	defer f.Close() // read only: nothing can be lost
	r, _, err := parseHead(f, f.Size())
	r.ID = id
	return r, err
}

// gone is why there is no run of that ID: it is fs.ErrNotExist.
type gone string

func (g gone) Error() string {
	return fmt.Sprintf("the run %s is no longer kept: it was deleted, perhaps by another laboratory", string(g))
}

func (gone) Is(target error) bool { return target == fs.ErrNotExist }

// Final reports whether an error on a run is one that no waiting cures: it has gone, its file
// is damaged, or it is too large for one.
func Final(err error) bool {
	var damage damaged
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, &damage) || TooLarge(err)
}

// TooLarge reports whether a run was not written because it is too large for a file. All else that
// keeps one from being written may pass, as when its folder is away for a moment.
func TooLarge(err error) bool {
	var large tooLarge
	return errors.As(err, &large)
}

func reading(id string, err error) error { return fmt.Errorf("reading the run %s: %w", id, err) }

// whole reads a run with its curves as they are in the file, damaged or not.
func (a *Archive) whole(id string) (Record, curves, error) {
	if err := a.ordinary(id); err != nil {
		return Record{}, curves{}, reading(id, err)
	}
	text, err := files.Read(context.Background(), a.Path(id), files.MostKept)
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, curves{}, a.missing(id)
	}
	if err != nil {
		return Record{}, curves{}, reading(id, err)
	}
	r, body, err := parse(text)
	if err != nil {
		return Record{}, curves{}, reading(id, err)
	}
	r.ID = id
	return r, body, nil
}
