package runner

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// Host is what the labs of a process share: the workers, and the tables that do not
// change, each there once however many work on it and gone when nobody does.
type Host struct {
	ctx    context.Context // of all that runs here
	stop   context.CancelFunc
	pool   *Pool
	sets   shelf[string, data.Dataset] // by full key
	deals  shelf[dealKey, deal.Deal]
	levels ladder
	labs   atomic.Int64 // runners that are open
	tidied atomic.Int64 // when tidy looked last, in nanoseconds
	active sync.WaitGroup
	room   *semaphore.Weighted // for the wide tables of all runs of RunAll

	reads struct {
		sync.Mutex
		full  map[string]string        // key of what has been read under each
		files []string                 // of all data that were asked for, and what Spare names
		kept  map[string]*data.Dataset // by key, see Keep
	}
}

// dealKey is what tells deals apart.
type dealKey struct {
	data, origin string
	deal.Key
}

// NewHost starts the workers; Close ends them.
func NewHost() *Host {
	h := &Host{pool: NewPool(runtime.GOMAXPROCS(0)), room: semaphore.NewWeighted(mostTables)}
	h.reads.full = map[string]string{}
	h.ctx, h.stop = context.WithCancel(context.Background())
	return h
}

// Close ends all that runs here and returns when nothing of it does any more.
func (h *Host) Close() {
	h.stop()
	h.active.Wait()
	h.pool.Close()
}

// enter says that something runs here, until what it returns is called.
func (h *Host) enter() (leave func()) {
	h.active.Add(1)
	return h.active.Done
}

// Lane is where one who computes beside the runs does so.
func (h *Host) Lane() *Lane { return h.pool.Lane() }

// Load is Load of what nobody in this process has at hand; its tables are shared and
// not to be written to. A file is the same under whatever path names it.
func (h *Host) Load(ctx context.Context, key string, progress func(sim.Loading)) (*data.Dataset, error) {
	full := h.FullPaths(key)
	set, err := h.sets.take(ctx, full, progress, func(progress func(sim.Loading)) (*data.Dataset, error) {
		h.Spare(Files(key)...)
		return Load(ctx, key, progress)
	})
	if err == nil {
		h.reads.Lock()
		defer h.reads.Unlock()
		h.reads.full[key], h.reads.full[full] = full, full
	}
	return set, err
}

// Keep reads data for as long as the host lives: once, also where their file changes
// meanwhile, or is a pipe.
func (h *Host) Keep(ctx context.Context, key string, progress func(sim.Loading)) error {
	set, err := h.Load(ctx, key, progress)
	if err != nil {
		return err
	}
	h.reads.Lock()
	defer h.reads.Unlock()
	if h.reads.kept == nil {
		h.reads.kept = map[string]*data.Dataset{}
	}
	h.reads.kept[key] = set
	return nil
}

// Spare names files and folders that are not to be written over by what works here: those
// that the program has read or writes itself, an empty name for none.
func (h *Host) Spare(names ...string) {
	h.reads.Lock()
	defer h.reads.Unlock()
	h.reads.files = append(h.reads.files, names...)
}

// Spared are those and the files that Load has read, those that it could make nothing of
// among them.
func (h *Host) Spared() []string {
	h.reads.Lock()
	defer h.reads.Unlock()
	return slices.Clone(h.reads.files)
}

// Held is what Load has at hand of a key, nil for nothing: it is as it was read.
func (h *Host) Held(key string) *data.Dataset { return h.sets.held(h.FullPaths(key)) }

// FullPaths is a data key in full: as its files were read while those data are at hand, as they may
// have gone since, else as FullPaths has it now.
func (h *Host) FullPaths(key string) string {
	h.reads.Lock()
	full, read := h.reads.full[key]
	h.reads.Unlock()
	if read && h.sets.held(full) != nil {
		return full
	}
	return FullPaths(key)
}

// Origin is that of the data a run of that key would have here: of those at hand, else as
// Origin has it, which is of the files as they are now.
func (h *Host) Origin(ctx context.Context, key string) (string, error) {
	if set := h.Held(key); set != nil {
		return set.Origin, nil
	}
	return Origin(ctx, key)
}

// deal is set as c asks for it to be dealt, unless ctx ends; room as in deal.New.
func (h *Host) deal(ctx context.Context, c config.Config, set *data.Dataset, room func()) (*deal.Deal, error) {
	return h.deals.take(ctx, dealKey{set.Name, set.Origin, deal.KeyOf(c)}, nil, func(func(sim.Loading)) (*deal.Deal, error) {
		return deal.New(c, set, room, ctx.Err)
	})
}

// setUp reads, deals and sets up a run of c that computes with each, on data of that origin,
// "" for any.
// It ends with ctx, as does what computes with it, see until.
func (h *Host) setUp(ctx context.Context, c config.Config, origin string, each models.Each, progress func(sim.Loading)) (s *sim.Session, err error) {
	defer unlessStopped(ctx, &err)
	set, err := h.Load(ctx, c.Data, progress)
	if err != nil {
		return nil, err
	}
	if origin != "" && set.Origin != origin {
		return nil, fmt.Errorf("the run cannot be made again: %s has changed, and its data are not those of then", c.Data)
	}
	dealt, err := h.deal(ctx, c, set, nil)
	if err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(sim.Loading) {}
	}
	return sim.SetUp(c, dealt, until(ctx, each), sim.Aid{Progress: progress})
}
