package runner

import (
	"os"
	"runtime"
	"runtime/debug"
)

const (
	largeHeap = 256 << 20 // bytes
	garbage   = 64 << 20
)

// sparing keeps a heap that is mostly tables from growing to twice its size before
// the collector looks at it: 700 MB of tables need no second 700 MB for garbage.
// It has the collector run more often; tables hold no pointers and cost it nothing.
// Who has set GOGC knows better.
func sparing() {
	if os.Getenv("GOGC") != "" {
		return
	}
	percent := 100
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc > largeHeap {
		debug.FreeOSMemory() // what setting up has left
		runtime.ReadMemStats(&m)
		percent = min(100, int(100*garbage/m.HeapAlloc))
	}
	debug.SetGCPercent(max(5, percent))
}
