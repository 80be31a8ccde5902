package output

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// A paragraph is broken at spaces alone, wherever a number or a name would come to lie: none is cut in two.
func TestAParagraphBreaksAtSpacesAlone(t *testing.T) {
	for before := range 100 {
		text := strings.Repeat("x", before) + " of R-ADMM, δ = 1e-5; " + strings.Repeat("word ", 40)
		var b strings.Builder
		Story(&b, text)
		if !strings.HasSuffix(b.String(), "\n") || strings.Join(strings.Fields(b.String()), " ") != strings.Join(strings.Fields(text), " ") {
			t.Errorf("after %d letters:\n%s", before, b.String())
		}
		for line := range strings.SplitSeq(b.String(), "\n") {
			if ansi.StringWidth(line) > 96 && strings.Contains(line, " ") {
				t.Errorf("%d cells: %q", ansi.StringWidth(line), line)
			}
		}
	}
}
