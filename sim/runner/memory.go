package runner

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	largeHeap = 256 << 20 // bytes
	garbage   = 64 << 20
	tidied    = time.Second // between two looks
)

// release gives back what setting up has left of large tables.
func release() {
	if live, dead := heap(); live+dead > largeHeap {
		debug.FreeOSMemory()
	}
}

// tidy keeps a heap that is mostly tables from growing to twice its size before the
// collector looks at it: 700 MB of tables need no second 700 MB for garbage. Tables
// hold no pointers, so that the collector is soon through them.
func (h *Host) tidy() {
	now := time.Now().UnixNano()
	last := h.tidied.Load()
	if now-last < int64(tidied) || !h.tidied.CompareAndSwap(last, now) {
		return
	}
	if live, dead := heap(); live > largeHeap && dead > garbage {
		runtime.GC()
	}
}

// heap is how many bytes were in use when the collector last looked, and how many
// have come since.
func heap() (live, since uint64) {
	list := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(list)
	live, all := list[0].Value.Uint64(), list[1].Value.Uint64()
	return live, max(all, live) - live
}
