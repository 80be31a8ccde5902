package cli

import (
	"admmlab/sim/admm"
	"bytes"
	"cmp"
	"go/ast"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every package says what it is for and what it never does.
func TestEveryPackageHasADoc(t *testing.T) {
	for dir, files := range sources(t) {
		documented := slices.ContainsFunc(files, func(f *ast.File) bool { return f.Doc != nil && len(f.Doc.Text()) > 60 })
		if !documented {
			t.Errorf("package %s has no doc comment worth reading", dir)
		}
	}
}

// What the README says is there, is there; and every package is in it.
func TestTheReadmeNamesEveryPackage(t *testing.T) {
	text, err := fs.ReadFile(repository, "README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("## The house"))
	_, rest, _ = bytes.Cut(rest, []byte("```\n"))
	tree, _, found := bytes.Cut(rest, []byte("```"))
	if !found {
		t.Fatal("README.md has no tree under The house")
	}
	named, parents := map[string]bool{".": true}, []string{}
	for line := range strings.Lines(string(tree)) {
		name := strings.TrimLeft(line, " ")
		depth := (len(line) - len(name)) / 2
		if len(strings.Fields(name)) == 0 || depth > len(parents) || depth > 4 {
			continue // words of the line above
		}
		name = strings.TrimSuffix(strings.Fields(name)[0], "/")
		parents = append(parents[:depth], name)
		full := path.Join(parents...)
		named[full] = true
		if _, err := fs.Stat(repository, full); err != nil {
			t.Errorf("README.md names %s: %v", full, err)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(sources(t))) {
		if !named[dir] {
			t.Errorf("README.md leaves out the package %s", dir)
		}
	}
}

// The files, packages and tests that the documents send a reader to are there.
func TestTheDocumentsSendNobodyAstray(t *testing.T) {
	file, test := regexp.MustCompile(`\b[a-z]+(?:/[a-z_0-9]+)+\.(?:go|md|s)\b`), regexp.MustCompile(`go test \.?/?([a-z/.]+)[^`+"`"+`]*? -(?:run|bench) ([A-Za-z]+)(?: -bench ([A-Za-z]+))?`)
	tests := testNames(t)
	for _, name := range []string{"README.md", "docs/discrepancies.md", "docs/privacy.md", "docs/reference.md", "docs/robustness.md", "docs/upstream.md", "docs/benchmarks/README.md"} {
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range file.FindAllString(string(text), -1) {
			beside := path.Join(path.Dir(name), to)
			if _, err := fs.Stat(repository, to); err == nil {
				continue
			}
			if _, err := fs.Stat(repository, beside); err != nil {
				t.Errorf("%s sends the reader to %s, which is not there", name, to)
			}
		}
		for _, m := range test.FindAllStringSubmatch(string(text), -1) {
			wanted := cmp.Or(m[3], m[2])
			if !slices.ContainsFunc(tests[strings.Trim(m[1], "./")], func(n string) bool { return strings.Contains(n, wanted) }) {
				t.Errorf("%s says %q: no such test there", name, m[0])
			}
		}
	}
}

// testNames are the tests and benchmarks of every package.
func testNames(t *testing.T) map[string][]string {
	t.Helper()
	names, declared := map[string][]string{}, regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)`)
	err := fs.WalkDir(repository, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(repository, name)
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			names[path.Dir(name)] = append(names[path.Dir(name)], m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Every command and flag is in the reference.
func TestTheReferenceNamesEveryFlag(t *testing.T) {
	text, err := fs.ReadFile(repository, "docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	root, flag := rootCommand(), regexp.MustCompile("--[a-z-]+")
	for _, cmd := range append(root.Commands(), root) {
		for _, word := range append(flag.FindAllString(cmd.LocalFlags().FlagUsages(), -1), "`"+cmd.CommandPath()) {
			if !bytes.Contains(text, []byte(word)) {
				t.Errorf("docs/reference.md leaves out %s", word)
			}
		}
	}
}

// Which parameters take a value for each node, and under which methods.
func TestTheReferenceTellsWhatTakesAValueForEachNode(t *testing.T) {
	text, err := fs.ReadFile(repository, "docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	told := regexp.MustCompile("(?m)^((?:`\\w+`,? ?(?:and )?)+) take one value for all nodes or one for each: .*\\. Under ([^ ]+) and ([^ ]+) ((?:`\\w+` ?(?:and )?)+) do, too; under ([^ ]+) none does\\.").FindSubmatch(text)
	if told == nil {
		t.Fatal("docs/reference.md does not tell which parameters take one value for each node")
	}
	some, none := []string{string(told[2]), string(told[3])}, string(told[5])
	for _, m := range admm.Catalogue() {
		for _, p := range m.Parameters {
			key := []byte("`" + p.Key + "`")
			want := m.ID != none && (bytes.Contains(told[1], key) || slices.Contains(some, m.Name) && bytes.Contains(told[4], key))
			if p.EachNode != want {
				t.Errorf("%s under %s: one for each node is %v, docs/reference.md says %v", p.Key, m.Name, p.EachNode, want)
			}
		}
	}
}
