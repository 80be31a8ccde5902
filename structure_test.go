package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// floor is where a package stands; imports go down only.
var floors = []struct {
	prefix string
	level  int
}{
	{"models/data", 0}, {"models", 1},
	{"sim/spell", 1}, {"sim/network", 2}, {"sim/noise", 2}, {"sim/privacy", 3}, {"sim/admm", 4}, {"sim/audit", 5}, {"sim", 6},
	{"presets", 7},
	{"tui/chart", 8}, {"tui/netview", 8}, {"tui/dialog", 8}, {"tui/lesson", 8}, {"tui", 9},
	{".", 10},
}

func floorOf(pkg string) int {
	best, level := -1, 99
	for _, f := range floors {
		if (pkg == f.prefix || strings.HasPrefix(pkg, f.prefix+"/")) && len(f.prefix) > best {
			best, level = len(f.prefix), f.level
		}
	}
	return level
}

// source files by package folder, tests left out.
func sources(t *testing.T) map[string][]*ast.File {
	t.Helper()
	files := map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != "." {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		files[dir] = append(files[dir], f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func imports(f *ast.File) map[string]string {
	list := map[string]string{}
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(p)
		if name == "v2" {
			name = path.Base(path.Dir(p))
		}
		if i.Name != nil {
			name = i.Name.Name
		}
		list[p] = name
	}
	return list
}

// A house with floors: what is learned, how it is learned together, how it is
// seen. Were imports to go up, a method could come to depend on the screen.
func TestImportsGoDownOnly(t *testing.T) {
	for dir, files := range sources(t) {
		for _, f := range files {
			for p := range imports(f) {
				inner, ok := strings.CutPrefix(p, "admmlab/")
				if !ok {
					continue
				}
				above := floorOf(inner) > floorOf(dir) || (floorOf(inner) == floorOf(dir) && !strings.HasPrefix(inner, dir+"/") && !strings.HasPrefix(dir, inner+"/") && !strings.HasPrefix(dir, "sim/privacy"))
				if above {
					t.Errorf("%s imports %s, which is not below it", dir, inner)
				}
			}
		}
	}
}

// The core replays bit for bit on any number of cores because nothing in it can
// depend on time, files, scheduling or a shared generator.
func TestTheCoreIsPure(t *testing.T) {
	reasons := map[string]string{
		"os": "opens files", "time": "reads a clock", "net": "reaches out", "os/exec": "starts programs",
		"math/rand": "draws from a global generator", "crypto/rand": "cannot be replayed", "sync": "expects goroutines of its own",
	}
	for dir, files := range sources(t) {
		if !pure(dir) {
			continue
		}
		for _, f := range files {
			for p, name := range imports(f) {
				if why, banned := reasons[p]; banned && !(p == "sync" && (dir == "sim/network" || dir == "models/data" || dir == "sim/privacy/account")) {
					t.Errorf("%s imports %s, which %s", dir, p, why)
				}
				if p == "math/rand/v2" {
					globalDraws(t, dir, f, name)
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if _, ok := n.(*ast.GoStmt); ok {
					t.Errorf("%s starts a goroutine: parallel work goes through the Each it is given", dir)
				}
				return true
			})
		}
	}
}

func pure(dir string) bool {
	for _, p := range []string{"models", "sim/admm", "sim/noise", "sim/privacy", "sim/network", "sim/audit"} {
		if dir == p || strings.HasPrefix(dir, p+"/") {
			return true
		}
	}
	return false
}

// globalDraws finds uses of the package-level functions of math/rand/v2.
func globalDraws(t *testing.T, dir string, f *ast.File, name string) {
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && x.Name == name && !strings.HasPrefix(s.Sel.Name, "New") && ast.IsExported(s.Sel.Name) {
			switch s.Sel.Name {
			case "PCG", "ChaCha8", "Rand", "Source", "Zipf":
			default:
				t.Errorf("%s draws from the global generator: %s.%s", dir, name, s.Sel.Name)
			}
		}
		return true
	})
}

// asciigraph panics on empty and infinite series; tui/chart sanitises, so nobody
// else may call it.
func TestOnlyChartPlots(t *testing.T) {
	for dir, files := range sources(t) {
		for _, f := range files {
			if _, ok := imports(f)["github.com/guptarohit/asciigraph"]; ok && dir != "tui/chart" {
				t.Errorf("%s imports asciigraph", dir)
			}
		}
	}
}

// Every package says what it is for and what it never does.
func TestEveryPackageHasADoc(t *testing.T) {
	for dir, files := range sources(t) {
		documented := false
		for _, f := range files {
			documented = documented || (f.Doc != nil && len(f.Doc.Text()) > 60)
		}
		if !documented {
			t.Errorf("package %s has no doc comment worth reading", dir)
		}
	}
}

// What the README says is there, is there.
func TestTheReadmeNamesEveryFloor(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range floors {
		if f.prefix != "." && !strings.Contains(string(text), path.Base(f.prefix)+"/") {
			t.Errorf("README.md does not name %s/", f.prefix)
		}
		if _, err := os.Stat(f.prefix); err != nil {
			t.Errorf("%s is not there: %v", f.prefix, err)
		}
	}
}
