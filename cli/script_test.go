package cli

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the command lines of testdata/script, in this process: files are
// named by $WORK. `admmlab` is to succeed; `! admmlab` to be refused, which is exit
// code 1, nothing on standard output and a sentence on standard error; `halts` to
// leave the finite range. `listed` asks for the lines of a file on standard output,
// `symlinked` for links.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: func(env *testscript.Env) error { env.Setenv("INVALID", "\xff"); return nil },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"admmlab": func(ts *testscript.TestScript, refused bool, args []string) {
				out, errOut, code := lab(args...)
				io.WriteString(ts.Stdout(), out)
				io.WriteString(ts.Stderr(), errOut)
				if !refused && code != 0 {
					ts.Fatalf("exit code %d: %s", code, errOut)
				}
				if refused && (code != exitError || out != "" || strings.Count(errOut, "\n") != 1 || strings.Contains(errOut, "goroutine")) {
					ts.Fatalf("not refused in a sentence: exit code %d, %q, %q", code, out, errOut)
				}
			},
			"halts": func(ts *testscript.TestScript, _ bool, args []string) {
				out, errOut, code := lab(args...)
				io.WriteString(ts.Stdout(), out)
				io.WriteString(ts.Stderr(), errOut)
				if code != exitHalted {
					ts.Fatalf("exit code %d, want %d: %s", code, exitHalted, errOut)
				}
			},
			"symlinked": func(ts *testscript.TestScript, _ bool, args []string) {
				for _, name := range args {
					info, err := os.Lstat(ts.MkAbs(name))
					if err != nil || info.Mode()&os.ModeSymlink == 0 {
						ts.Fatalf("%s is not a link: %v", name, err)
					}
				}
			},
			"listed": func(ts *testscript.TestScript, _ bool, args []string) {
				out := ts.ReadFile("stdout")
				for line := range strings.Lines(ts.ReadFile(args[0])) {
					_, rest, found := strings.Cut("\n"+out, "\n"+line)
					if !found {
						ts.Fatalf("%q is missing, or stands before another:\n%s", line, out)
					}
					out = rest
				}
			},
		},
	})
}
