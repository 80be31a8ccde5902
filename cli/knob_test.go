package cli

import (
	"go/ast"
	"go/token"
	"maps"
	"reflect"
	"strings"
	"testing"

	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// A knob that is declared, turned and saved may still move nothing. Fields are known
// by their names only, so that another of the same name covers for one.
func TestEveryFieldAKnobTurnsIsRead(t *testing.T) {
	packages := sources(t)
	besides, methods := map[string]bool{}, map[string]bool{}
	for dir, files := range packages {
		switch {
		case dir == "sim/admm":
			maps.Copy(methods, fieldsRead(files))
		case dir != "sim/config" && (strings.HasPrefix(dir, "sim") || strings.HasPrefix(dir, "tui")):
			maps.Copy(besides, fieldsRead(files))
		}
	}
	for f := range reflect.TypeFor[config.Config]().Fields() {
		if !besides[f.Name] {
			t.Errorf("config.Config.%s is read by no code outside sim/config: its knob moves nothing", f.Name)
		}
	}
	for f := range reflect.TypeFor[admm.Settings]().Fields() {
		if !methods[f.Name] && !besides[f.Name] {
			t.Errorf("admm.Settings.%s is read by no code: its parameter moves nothing", f.Name)
		}
	}
}

// fieldsRead are the names behind a dot but for those written to or whose address is
// taken, as a declaration of a knob does.
func fieldsRead(files []*ast.File) map[string]bool {
	read, not := map[string]bool{}, map[ast.Expr]bool{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				not[n.X] = n.Op == token.AND
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					not[to] = true
				}
			case *ast.SelectorExpr:
				if !not[n] {
					read[n.Sel.Name] = true
				}
			}
			return true
		})
	}
	return read
}
