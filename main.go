// Command admmlab is a laboratory for private distributed learning in a terminal.
package main

import (
	"os"
	"runtime/debug"

	"admmlab/cli"
)

func main() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(1 << 30) // wide tables would leave as much behind before it is taken back
	}
	os.Exit(cli.Main(cli.Signals(), os.Args[1:], os.Stdout, os.Stderr))
}
