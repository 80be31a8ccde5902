package cli

import (
	"bytes"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// drawn are the rooms of pictures and words, whose numbers reach no row.
var drawn = []string{"sim/figure", "sim/numeral"}

// reachesRows reports whether what a package computes may reach a row, a total, the
// noise or the data.
func reachesRows(dir string) bool {
	return (strings.HasPrefix(dir, "models") || dir == "sim" || strings.HasPrefix(dir, "sim/")) && !slices.Contains(drawn, dir)
}

// exact are the names of package math that move bits, round to whole numbers or are
// rounded correctly everywhere. All others approximate, in another way on another
// processor; FMA is left out because nothing else here has one rounding for two.
var exact = regexp.MustCompile(`^(Abs|Ceil|Copysign|E|Float64bits|Float64frombits|Floor|Frexp|Inf|IsInf|IsNaN|Ldexp|Ln10|Ln2|Max|MaxFloat64|Max(Ui|I)nt\d*|Min|MinInt\d*|Modf|NaN|Nextafter|Pi|Round|RoundToEven|Signbit|SmallestNonzeroFloat64|Sqrt|Sqrt2|Trunc)$`)

// elsewhere are the uses of gonum whose numbers reach no row.
var elsewhere = map[string]string{
	"sim/network":         "the spectral gap is shown only",
	"sim/privacy/account": "the bound of an audit is told only",
}

// Rows are the same bits on every processor: elementary functions come from
// models/elementary, sums and factors from models/linear.
func TestNothingThatReachesRowsApproximatesInItsOwnWay(t *testing.T) {
	for dir, files := range sources(t) {
		if !reachesRows(dir) {
			continue
		}
		for _, f := range files {
			named := imports(f)
			for p := range named {
				if strings.HasPrefix(p, "gonum.org/") && elsewhere[dir] == "" {
					t.Errorf("%s imports %s, which sums in another order on another processor: models/linear does not", dir, p)
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := s.X.(*ast.Ident); ok && x.Name == named["math"] && !exact.MatchString(s.Sel.Name) {
					t.Errorf("%s uses math.%s, which has other bits on another processor: models/elementary has not", dir, s.Sel.Name)
				}
				if (s.Sel.Name == "NormFloat64" || s.Sel.Name == "ExpFloat64") && elsewhere[dir] == "" {
					t.Errorf("%s draws with %s, whose tail has other bits on another processor", dir, s.Sel.Name)
				}
				return true
			})
		}
	}
}

// fused is a fused multiply-add in the assembly of arm64 or amd64, after its place.
var fused = regexp.MustCompile(`\((\S+\.go:\d+)\)\s+(V?FN?M(?:ADD|SUB)\w+)\s`)

// Every product is rounded before it is added: no compiler may fuse the two. Built
// for other processors, this takes a minute the first time; .ci/run asks for it:
//
//	ADMMLAB_FUSED=1 go test ./cli -run NothingIsFused
func TestNothingIsFused(t *testing.T) {
	if os.Getenv("ADMMLAB_FUSED") == "" {
		t.Skip("ADMMLAB_FUSED is not set")
	}
	for _, processor := range [][]string{{"GOARCH=arm64"}, {"GOARCH=amd64", "GOAMD64=v3"}} {
		cmd := exec.Command("go", "build", "-gcflags=-S", "./models/...", "./sim/...")
		cmd.Dir, cmd.Env = "..", append(os.Environ(), append(processor, "CGO_ENABLED=0")...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go build for %v: %v\n%s", processor, err, out[max(0, len(out)-2000):])
		}
		if !bytes.Contains(out, []byte("STEXT")) {
			t.Errorf("go build for %v shows no assembly", processor)
		}
		root, err := filepath.Abs("..")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range fused.FindAllSubmatch(out, -1) {
			place, err := filepath.Rel(root, string(m[1]))
			if err != nil || !filepath.IsLocal(place) || !reachesRows(filepath.ToSlash(filepath.Dir(place))) {
				continue // of a package outside, built anew, or of pictures
			}
			t.Errorf("%s: %s for %v: write float64(x*y) + z", place, m[2], processor)
		}
	}
}
