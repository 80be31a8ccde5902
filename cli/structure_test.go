package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// room is a folder with what stands below it. A package belongs to the room with
// the longest prefix of its path, and may always import others of its room.
type room struct {
	path  string
	below []string // rooms it may import; "sim/..." means sim and every room in it
	pure  bool     // see TestTheCoreIsPure
}

// A house with floors: what is learned, how it is learned together, how it is
// seen. Were imports to go up, a method could come to depend on the screen.
var house = []room{
	{path: "models/elementary", pure: true},
	{path: "models/linear", pure: true},
	{path: "models/data", below: []string{"models/elementary", "models/linear"}, pure: true},
	{path: "models", below: []string{"models/..."}, pure: true},
	{path: "sim/spell", pure: true},
	{path: "sim/escape", pure: true},
	{path: "sim/files"}, // bytes only: knows nothing of what is in them
	{path: "sim/numeral", pure: true},
	{path: "sim/network", below: []string{"sim/spell", "models/elementary"}, pure: true},
	{path: "sim/noise", below: []string{"models/elementary"}, pure: true},
	{path: "sim/privacy", below: []string{"sim/numeral", "models/..."}, pure: true},
	{path: "sim/samples", below: []string{"sim/numeral", "sim/privacy", "models/elementary"}, pure: true}, // formulas only: knows no method and no run
	{path: "sim/convergence", below: []string{"sim/network", "models", "models/linear"}, pure: true},      // the graph and constants: reads no data
	{path: "sim/admm", below: []string{"sim/convergence", "sim/network", "sim/noise", "sim/numeral", "sim/privacy", "sim/samples", "models/..."}, pure: true}, // never sim: a method knows no session
	{path: "sim/audit", below: []string{"sim/admm", "sim/network", "sim/noise", "sim/numeral", "sim/privacy", "models/..."}, pure: true},
	{path: "sim/rows", below: []string{"sim/admm", "sim/network", "sim/numeral", "sim/spell", "models/data"}, pure: true},                                                          // reads numbers, computes none
	{path: "sim/config", below: []string{"sim/admm", "sim/rows", "sim/network", "sim/numeral", "sim/privacy", "sim/spell", "sim/escape", "models/..."}, pure: true},                // texts only: runs nothing
	{path: "sim/deal", below: []string{"sim/admm", "sim/audit", "sim/config", "sim/noise", "sim/numeral", "sim/privacy", "sim/spell", "models/..."}, pure: true},                   // rows and columns: knows no session
	{path: "sim/level", below: []string{"sim/admm", "sim/baseline", "sim/config", "sim/deal", "sim/noise", "sim/privacy", "sim/spell", "models/elementary", "models"}, pure: true}, // beside the run: knows no session
	{path: "sim", below: []string{"sim/config", "sim/rows", "sim/admm", "sim/audit", "sim/baseline", "sim/deal", "sim/level", "sim/network", "sim/noise", "sim/numeral", "sim/privacy", "sim/samples", "models/..."}, pure: true},
	{path: "sim/runner", below: []string{"sim", "sim/config", "sim/deal", "sim/files", "sim/level", "sim/admm", "sim/audit", "sim/baseline", "sim/network", "sim/numeral", "models/..."}}, // the only goroutines below the screen
	{path: "sim/report", below: []string{"sim", "sim/config", "sim/files", "sim/level", "sim/rows", "sim/escape", "sim/numeral"}},                                                         // writes what it is given, runs nothing
	{path: "sim/archive", below: []string{"sim", "sim/config", "sim/files", "sim/numeral", "sim/report", "sim/rows", "sim/runner"}},                                                       // files: knows sessions as texts and rows as numbers
	{path: "sim/baseline", below: []string{"sim/noise", "sim/numeral", "sim/privacy", "models/..."}, pure: true},                                                                          // no method: it is what methods are measured against
	{path: "sim/tradeoff", below: []string{"sim/numeral", "models/elementary"}, pure: true},
	{path: "sim/sweep", below: []string{"sim", "sim/admm", "sim/config", "sim/escape", "sim/files", "sim/numeral", "sim/rows", "sim/runner", "sim/report", "sim/spell", "sim/tradeoff", "sim/figure", "models/data", "models/elementary"}},
	{path: "sim/tune", below: []string{"sim", "sim/admm", "sim/config", "sim/files", "sim/numeral", "sim/runner", "sim/report", "sim/spell", "sim/sweep"}},
	{path: "sim/figure", below: []string{"sim/escape"}},                                                  // numbers and labels only: knows no run
	{path: "presets", below: []string{"sim/config", "sim/level", "sim/rows", "sim/runner", "sim/spell"}}, // text only: knows no method by name
	{path: "presets/demo", below: []string{"presets", "sim/config", "sim/escape", "sim/spell"}},          // text only: knows no meaning of a key
	{path: "presets/reproduce", below: []string{"presets", "sim/..."}},
	{path: "tui/chart", below: []string{"tui/grid", "sim/numeral"}},
	{path: "tui/dialog", below: []string{"tui/grid", "sim/escape"}},
	{path: "tui/grid", below: []string{"sim/escape"}},
	{path: "tui/netview", below: []string{"sim/network", "sim/numeral"}},
	{path: "tui/scene", below: []string{"tui/chart", "tui/dialog", "tui/grid", "tui/job", "sim/..."}},
	{path: "tui/plane", below: []string{"tui/chart", "tui/grid", "tui/scene", "sim/..."}},
	{path: "tui/panel", below: []string{"models/data", "tui/chart", "tui/dialog", "tui/grid", "tui/help", "tui/netview", "tui/plane", "tui/scene", "sim/..."}},
	{path: "tui/steer", below: []string{"tui/chart", "tui/scene", "sim/..."}},
	{path: "tui/kept", below: []string{"tui/chart", "tui/dialog", "tui/grid", "tui/job", "tui/scene", "sim/..."}},
	{path: "tui/frame", below: []string{"tui/grid", "tui/scene", "sim/..."}},
	{path: "tui/help", below: []string{"sim/..."}},
	{path: "tui/job"}, // knows no use of it
	{path: "tui/cast", below: []string{"sim/escape"}},                // opens no file
	{path: "tui/terminal", below: []string{"tui/cast", "sim/files"}}, // knows no program
	{path: "tui/export", below: []string{"tui/chart", "tui/dialog", "tui/grid", "tui/job", "tui/panel", "tui/plane", "tui/scene", "presets", "sim/..."}},
	{path: "tui/band", below: []string{"tui/chart", "tui/dialog", "tui/job", "tui/scene", "sim/..."}},
	{path: "tui/lens/many", below: []string{"tui/chart", "tui/dialog", "tui/grid", "tui/help", "tui/job", "tui/scene", "sim/..."}},                                    // no lens of a single run
	{path: "tui/lens", below: []string{"tui/lens/many", "tui/chart", "tui/dialog", "tui/grid", "tui/help", "tui/job", "tui/plane", "tui/scene", "sim/...", "models"}}, // never tui
	{path: "tui", below: []string{"tui/...", "presets", "presets/demo", "sim/...", "models/..."}},
	{path: "cli/output", below: []string{"sim", "sim/escape", "sim/files", "sim/numeral", "sim/report", "sim/rows"}},                                                                                      // knows no command and no flag
	{path: "cli/input", below: []string{"cli/output", "presets", "sim/admm", "sim/archive", "sim/config", "sim/escape", "sim/files", "sim/report", "sim/rows", "sim/runner", "sim/spell", "models/data"}}, // knows no command
	{path: "cli", below: []string{"cli/...", "tui", "presets/...", "sim/...", "models/..."}},                                                                                                              // nobody else knows the screen
	{path: ".", below: []string{"cli"}},
}

// roomOf is the room of a package; false if nobody has given it one.
func roomOf(pkg string) (room, bool) {
	var best room
	for _, r := range house {
		if (pkg == r.path || strings.HasPrefix(pkg, r.path+"/")) && len(r.path) > len(best.path) {
			best = r
		}
	}
	return best, best.path != ""
}

// mayImport reports whether a package of r may import one of other.
func (r room) mayImport(other room) bool {
	return r.path == other.path || slices.ContainsFunc(r.below, func(b string) bool {
		family, all := strings.CutSuffix(b, "/...")
		return b == other.path || all && (family == other.path || strings.HasPrefix(other.path, family+"/"))
	})
}

// repository is its top folder.
var repository = os.DirFS("..")

// sources are the parsed files by package folder, tests left out.
func sources(t *testing.T) map[string][]*ast.File {
	t.Helper()
	files, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var parsed = sync.OnceValues(func() (map[string][]*ast.File, error) {
	files := map[string][]*ast.File{}
	err := fs.WalkDir(repository, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		files[dir] = append(files[dir], f)
		return nil
	})
	return files, err
})

// imports are a file's imports by path, with the name they go by.
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

// The top folder is a page that everybody reads first.
func TestTheTopHoldsOnlyTheHouse(t *testing.T) {
	top := strings.Fields(".ci .git .gitignore LICENSE README.md cli docs go.mod go.sum main.go models presets sim tui")
	ignored, err := fs.ReadFile(repository, ".gitignore")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(ignored)) {
		top = append(top, strings.TrimPrefix(strings.TrimSpace(line), "/"))
	}
	entries, err := fs.ReadDir(repository, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.ContainsFunc(top, func(pattern string) bool { ok, _ := path.Match(pattern, e.Name()); return ok }) {
			t.Errorf("%s stands at the top: it belongs into one of %v", e.Name(), top)
		}
	}
}

func TestImportsGoDownOnly(t *testing.T) {
	for dir, files := range sources(t) {
		here, ok := roomOf(dir)
		if !ok {
			t.Errorf("package %s has no room: put it into house and into the README", dir)
		}
		for _, f := range files {
			for p := range imports(f) {
				inner, ours := strings.CutPrefix(p, "admmlab/")
				if there, _ := roomOf(inner); ours && !here.mayImport(there) {
					t.Errorf("%s imports %s, which is not below it", dir, inner)
				}
			}
		}
	}
}

// The table itself: what is pure stands on pure rooms only, and nothing stands on
// the screen but the command line.
func TestTheHouseIsSound(t *testing.T) {
	for _, r := range house {
		for _, other := range house {
			if !r.mayImport(other) {
				continue
			}
			if r.pure && !other.pure {
				t.Errorf("%s is to be pure and may import %s", r.path, other.path)
			}
			if strings.HasPrefix(other.path, "tui") && !strings.HasPrefix(r.path, "tui") && r.path != "cli" {
				t.Errorf("%s may import the screen (%s)", r.path, other.path)
			}
		}
	}
}

// The command line asks the screen for nothing but the screen: words, names and
// numbers stand where both can reach them.
func TestTheCommandLineOnlyOpensTheScreen(t *testing.T) {
	opens := []string{"Run", "Options", "Show"}
	for _, f := range sources(t)["cli"] {
		name := imports(f)["admmlab/tui"]
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok && name != "" && x.Name == name && !slices.Contains(opens, s.Sel.Name) {
				t.Errorf("cli uses tui.%s; of the screen it may use %v", s.Sel.Name, opens)
			}
			return true
		})
	}
}

// Outside packages that belong to one place.
func TestOutsidePackagesStayWhereTheyBelong(t *testing.T) {
	for dir, files := range sources(t) {
		for _, f := range files {
			for p := range imports(f) {
				for _, rule := range []struct{ prefix, home, why string }{
					{"github.com/guptarohit/asciigraph", "tui/chart", "it panics on empty and infinite series, and only tui/chart cleans them"},
					{"charm.land/bubbletea", "tui", "what is learned must not know that there is a screen"},
					{"github.com/charmbracelet/ultraviolet", "tui/grid", "the cells of the screen are the only thing that is laid out"},
					{"charm.land/lipgloss", "tui", "what is learned must not know that there is a screen"},
					{"gonum.org/v1/plot", "sim/figure", "it panics on empty and infinite series, and only sim/figure cleans them"},
					{"github.com/spf13/cobra", "cli", "nothing below the command line knows that there is one"},
				} {
					inside := dir == rule.home || strings.HasPrefix(dir, rule.home+"/")
					if strings.HasPrefix(p, rule.prefix) && !inside {
						t.Errorf("%s imports %s: %s", dir, p, rule.why)
					}
				}
			}
		}
	}
}
