package panel

import (
	"slices"
	"strings"
	"time"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/dialog"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// methods lists the methods; the one in force is marked.
type methods struct {
	picked int // line
	top    int // first line in sight
}

func (p *methods) Name() string              { return "method" }
func (p *methods) Place() Place              { return Place{Column: Left, Rows: len(admm.Catalogue())} }
func (p *methods) Title(*scene.Scene) string { return "Method" }
func (p *methods) Value(*scene.Scene) string { return "" }
func (p *methods) Words(s *scene.Scene) string {
	return unlessCaption(s, "↑↓ choose, enter starts it: what is set in the run stays where the method chosen takes it")
}
func (p *methods) Help(s *scene.Scene) (title, lead string) { return p.Title(s), "" }

// Signs are those of a line.
func (p *methods) Signs(*scene.Scene) []scene.Sign {
	return []scene.Sign{{Mark: "●", Means: "the method of the run"}, {Mark: "▸", Means: "the chosen one: enter starts a run of it"}, {Mark: "η ↑", Means: "η grows from iteration to iteration"}}
}

// Focused chooses the method that a reset would start.
func (p *methods) Focused(s *scene.Scene) { p.picked = max(0, lineOf(s.Base.Method)) }

func lineOf(id string) int {
	return slices.IndexFunc(admm.Catalogue(), func(s admm.Spec) bool { return s.ID == id })
}

// first is the first line in sight of so many.
func (p *methods) first(s *scene.Scene, height int) int {
	seen := max(0, lineOf(s.InForce().Method))
	if s.HasFocus(p) {
		seen = p.picked
	}
	p.top = grid.Scroll(p.top, len(admm.Catalogue()), height, seen, seen)
	return p.top
}

func (p *methods) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	catalogue, now, first := admm.Catalogue(), s.InForce().Method, p.first(s, g.Height())
	for y := 0; y < g.Height() && first+y < len(catalogue); y++ {
		spec := catalogue[first+y]
		mark, paint := "  ", s.Theme.Text
		if spec.ID == now {
			mark, paint = "● ", s.Theme.Accent
		}
		if s.HasFocus(p) && first+y == p.picked {
			mark, paint = "▸ ", s.Theme.Selected
		}
		x := g.Text(0, y, g.Width(), mark+grid.Pad(spec.Name, 8)+" ", paint)
		g.Text(x, y, g.Width()-x, spec.Short, s.Theme.Dim)
	}
	return false, false
}

func (p *methods) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	last := len(admm.Catalogue()) - 1
	switch key {
	case "up":
		p.picked = max(p.picked-1, 0)
	case "down":
		p.picked = min(p.picked+1, last)
	case "enter":
		return startMethod(s, admm.Catalogue()[p.picked].ID), true
	default:
		return nil, false
	}
	return nil, true
}

func (p *methods) Click(s *scene.Scene, c scene.Click) scene.Wish {
	line := p.first(s, c.Height) + c.Y
	if c.Y < 0 || c.Y >= c.Height || line >= len(admm.Catalogue()) {
		return nil
	}
	before := p.picked
	if p.picked = line; c.Again && before == line { // the second click on a method starts it
		return startMethod(s, admm.Catalogue()[line].ID)
	}
	return nil
}

// startMethod starts a method with what was chosen so far, where it takes that, and says
// what it keeps, changes and drops.
func startMethod(s *scene.Scene, id string) scene.Wish {
	c := s.Anew()
	next, taken := c.Under(id)
	return scene.All{scene.Start{Config: next}, scene.Say{Text: takenWords(c, next, taken), For: 20 * time.Second}}
}

// takenWords is what became of the settings of c under the method of next.
func takenWords(c, next config.Config, taken config.Taken) string {
	list := func(of config.Config, moves []config.Move, value func(config.Move) string) string {
		var words []string
		for _, m := range moves {
			k, _ := config.KnobOf(of, m.Key)
			words = append(words, config.KnobName(k)+" "+config.ShortValue(of, m.Key, value(m)))
		}
		return strings.Join(words, ", ")
	}
	before := func(m config.Move) string { return m.Before }
	var parts []string
	add := func(head, words string) {
		if words != "" {
			parts = append(parts, head+words)
		}
	}
	add("kept ", list(next, taken.Kept, before))
	add("dropped ", list(c, taken.Dropped, before))
	if taken.Events > 0 {
		add("dropped ", scene.NumberedOf(taken.Events, "scheduled change"))
	}
	if parts == nil {
		add("", next.Spec().Words)
	}
	add("as its paper has it: ", list(next, taken.Moved, func(m config.Move) string { return m.After }))
	return next.Spec().Name + ": " + strings.Join(parts, "; ")
}

// PickMethod offers the methods.
func PickMethod(s *scene.Scene) scene.Wish {
	var items []dialog.Item
	for _, spec := range admm.Catalogue() {
		items = append(items, dialog.Item{
			Title: spec.Name, Detail: spec.Short, Value: spec.ID,
			Long: spec.Words + ". " + spec.Citation + "\n" + strings.Join(spec.Algorithm, "\n"),
		})
	}
	return scene.Pick{
		Title: "Method: starts a new run, " + s.Stays("as a ghost"), Items: items, Selected: max(0, lineOf(s.Base.Method)),
		Then: func(v any) scene.Wish { return startMethod(s, v.(string)) },
	}
}
