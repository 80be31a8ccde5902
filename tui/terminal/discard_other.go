//go:build !linux

package terminal

import "os"

// discard is for systems that hold too little for it to matter, or cannot drop it.
func discard(*os.File) {}
