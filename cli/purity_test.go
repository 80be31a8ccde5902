package cli

import (
	"go/ast"
	"regexp"
	"testing"
)

// banned are the imports that would make a replay depend on something else than
// config, seed and events.
var banned = map[string]string{
	"os": "opens files", "io/ioutil": "opens files", "os/exec": "starts programs", "syscall": "reaches the system", "net": "reaches out", "net/http": "reaches out",
	"time": "reads a clock", "runtime": "depends on the machine", "log": "writes past its caller",
	"math/rand": "draws from a global generator", "crypto/rand": "cannot be replayed", "sync/atomic": "expects goroutines of its own",
}

// The core replays bit for bit on any number of cores because nothing in it can
// depend on time, files, scheduling or a shared generator.
func TestTheCoreIsPure(t *testing.T) {
	// math/rand/v2 has a global generator beside its sources; sync has locks
	// beside Once, which only computes a value late.
	parts := map[string]*regexp.Regexp{
		"math/rand/v2": regexp.MustCompile(`^(New.*|PCG|ChaCha8|Rand|Source|Zipf)$`),
		"sync":         regexp.MustCompile(`^Once(Func|Value|Values)?$`),
	}
	for dir, files := range sources(t) {
		if here, _ := roomOf(dir); !here.pure {
			continue
		}
		for _, f := range files {
			allowed := map[string]*regexp.Regexp{} // by the name the file gives the package
			for p, name := range imports(f) {
				if why := banned[p]; why != "" {
					t.Errorf("%s imports %s, which %s", dir, p, why)
				}
				if parts[p] != nil {
					allowed[name] = parts[p]
				}
			}
			if allowed["."] != nil {
				t.Errorf("%s hides where names come from with a dot import", dir)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					t.Errorf("%s starts a goroutine: parallel work goes through the Each it is given", dir)
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && allowed[x.Name] != nil && !allowed[x.Name].MatchString(n.Sel.Name) {
						t.Errorf("%s uses %s.%s: a global generator or a lock", dir, x.Name, n.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// A figure goes to the writer it is given: gonum/plot can open files itself.
func TestFiguresOpenNoFile(t *testing.T) {
	for _, f := range sources(t)["sim/figure"] {
		for p := range imports(f) {
			if p == "os" {
				t.Error("sim/figure imports os")
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Save" {
				t.Error("sim/figure calls Save, which opens a file")
			}
			return true
		})
	}
}
