package cli

import (
	"bytes"
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
	for _, m := range regexp.MustCompile("`([a-z_/]+\\.go)`").FindAllSubmatch(text, -1) {
		if _, err := fs.Stat(repository, string(m[1])); err != nil {
			t.Errorf("README.md sends the reader to %s: %v", m[1], err)
		}
	}
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
