package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// licences are those that let anybody run, change and pass on the program, each
// told by a sentence of its own text.
var licences = []struct {
	name string
	text *regexp.Regexp
}{
	{"Apache-2.0", regexp.MustCompile(`Apache License,? Version 2\.0`)},
	{"MPL-2.0", regexp.MustCompile(`Mozilla Public License,? [Vv]ersion 2\.0`)},
	{"MIT", regexp.MustCompile(`Permission is hereby granted, free of charge, to any person obtaining a copy of this software`)},
	{"ISC", regexp.MustCompile(`Permission to use, copy, modify, and/?o?r? distribute this software for any purpose with or without fee`)},
	{"BSD", regexp.MustCompile(`Redistributions of source code must retain the above copyright notice`)},
}

// decided are modules outside that list that somebody has looked at and allowed,
// with the licence and the reason.
var decided = map[string]string{
	"github.com/ajstarks/svgo":   "CC-BY-4.0: anybody may use, change and pass it on who names the author, as docs/robustness.md does; gonum/plot writes SVG with it",
	"github.com/golang/freetype": "FreeType licence or GPLv2, at choice: the first asks for the credit that docs/robustness.md gives; gonum/plot draws letters with it",
}

// licenceOf is the name of a module's licence, "" if it has none that is known.
func licenceOf(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense)`).MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			continue // a folder of that name
		}
		words := strings.Join(strings.Fields(string(text)), " ")
		for _, l := range licences {
			if l.text.MatchString(words) {
				return l.name
			}
		}
	}
	return ""
}

// Every module that is built into the program, its tests or its tools may be used
// and passed on. The continuous integration asks for it:
//
//	ADMMLAB_LICENCES=1 go test ./cli -run EveryDependencyIsFree -v
func TestEveryDependencyIsFree(t *testing.T) {
	if os.Getenv("ADMMLAB_LICENCES") == "" {
		t.Skip("ADMMLAB_LICENCES is not set")
	}
	cmd := exec.Command("go", "list", "-deps", "-test", "-f", "{{with .Module}}{{.Path}} {{.Dir}}{{end}}", "admmlab/...", "tool")
	out, err := cmd.Output()
	if err != nil {
		t.Skip("go list does not work here: ", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		module, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if module == "" || module == "admmlab" || seen[module] {
			continue
		}
		seen[module] = true
		if why := decided[module]; why != "" {
			t.Logf("%-10s %s: %s", "decided", module, why)
		} else if dir == "" {
			t.Errorf("the source of %s is not at hand", module)
		} else if l := licenceOf(t, dir); l == "" {
			t.Errorf("%s has no licence of the list (MIT, BSD, Apache-2.0, ISC, MPL-2.0) in %s: look at it before it is used", module, dir)
		} else {
			t.Logf("%-10s %s", l, module)
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %d modules found", len(seen))
	}
}
