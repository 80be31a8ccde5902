package figure

import (
	"testing"

	"admmlab/sim/escape"
)

// What is drawn with the built-in font has a sign for every letter that it has not, and keeps all that the
// program itself writes; an SVG keeps every letter.
func TestLettersThatTheFontHasNotAreSeen(t *testing.T) {
	for _, c := range [][2]string{
		{"mix 猫😀 ไทย Привет end", "mix ?? ??? Привет end"}, {"名前", "??"}, {"x̂ = ā", "x̂ = ā"}, {"a\u0e31b", "ab"},
		{"ε ≤ 0.5, δ = 1e-5, α ρ η γ λ σ Σ θ ζ τ Δ ω · × − – … ↑ ↓ ∞ ± ² ½ | ~ “ ”", "ε ≤ 0.5, δ = 1e-5, α ρ η γ λ σ Σ θ ζ τ Δ ω · × − – … ↑ ↓ ∞ ± ² ½ | ~ “ ”"},
	} {
		if got := lettered(c[0], "png"); got != c[1] {
			t.Errorf("%s is %s, expected %s", c[0], got, c[1])
		}
		if got := lettered(c[0], "svg"); got != c[0] {
			t.Errorf("%s in an SVG is %s", c[0], got)
		}
	}
	if hidden := lettered("a\u200bb", "png"); hidden != escape.Terminal("a\u200bb") || hidden != escape.Terminal(hidden) {
		t.Errorf("what is hidden is %q", hidden)
	}
	one := Chart{Title: "名", Unit: "名", Across: "名", Names: []string{"名"}, Series: []Series{{Label: "名"}}, Marks: []Mark{{Label: "名"}}, Rules: []Rule{{Label: "名"}}}
	two := one.lettered("pdf")
	if two.Title+two.Unit+two.Across+two.Names[0]+two.Series[0].Label+two.Marks[0].Label+two.Rules[0].Label != "???????" || one.Names[0] != "名" {
		t.Errorf("%+v of %+v", two, one)
	}
}
