package archive

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"admmlab/sim/files"
)

// home is the folder of an archive as it was seen first or written to last. Another may take its
// place, as where it is moved away and made again: nobody has deleted what that does not have.
type home struct {
	sync.Mutex
	seen *mark            // nil before
	runs map[string]*mark // by ID: of the folder in which a run was seen last
}

// mark is what a folder is known by. That of a new one can be the number of one that is gone: the
// file of the lock, which nobody writes to, has the time at which it was made.
type mark struct{ folder, lock fs.FileInfo }

// markOf is the mark of a folder, nil where there is none.
func markOf(folder string) *mark {
	info, err := os.Stat(folder)
	if err != nil {
		return nil
	}
	m := &mark{folder: info}
	m.lock, _ = os.Lstat(filepath.Join(folder, lockFile)) // a folder that was just made has none yet
	return m
}

func (m *mark) same(now *mark) bool {
	return now != nil && os.SameFile(m.folder, now.folder) && (m.lock == nil || now.lock != nil && files.Unchanged(m.lock, now.lock))
}

// known reports whether there is a folder that was seen, and same whether that is the one in its place.
func (h *home) known(folder string) (known, same bool) {
	h.Lock()
	defer h.Unlock()
	return h.seen != nil, h.seen != nil && h.seen.same(markOf(folder))
}

// see takes the folder in its place for the home, where there is none yet, and returns its mark.
func (h *home) see(folder string) *mark {
	h.Lock()
	defer h.Unlock()
	in := markOf(folder)
	if h.seen == nil {
		h.seen = in
	}
	return in
}

// settle takes the folder in its place for the home, and returns its mark: it is written to.
func (h *home) settle(folder string) *mark {
	h.Lock()
	defer h.Unlock()
	h.seen = markOf(folder)
	return h.seen
}

// holds notes that a run was seen in the folder of a mark.
func (h *home) holds(id string, in *mark) {
	h.Lock()
	defer h.Unlock()
	if h.runs == nil {
		h.runs = map[string]*mark{}
	}
	h.runs[id] = in
}

// elsewhere reports whether a run was seen last in another folder than the one in its place.
func (h *home) elsewhere(id, folder string) bool {
	h.Lock()
	defer h.Unlock()
	in := h.runs[id]
	return in != nil && !in.same(markOf(folder))
}
