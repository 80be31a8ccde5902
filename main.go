// Command admmlab is a laboratory for private distributed learning in a terminal.
package main

import (
	"os"

	"admmlab/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
