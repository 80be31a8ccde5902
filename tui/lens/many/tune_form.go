package many

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/tune"
	"admmlab/tui/dialog"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// TuneForm is what is to be tuned, as it is being asked for.
type TuneForm struct {
	Budget  string // "" for that of the run
	Over    string // keys with blanks between, "" for those that each method declares
	Methods string // likewise, "" for that of the run
	Repeats int
	Aside   bool // held-out rows choose
}

// usualBudget is what is asked for where no budget is set.
const usualBudget = "4"

// budget is the total ε of the form.
func (l *Tune) budget(s *scene.Scene) string {
	if set := s.Wished().Budget; l.Form.Budget == "" && set > 0 {
		return strconv.FormatFloat(set, 'g', -1, 64)
	}
	return cmp.Or(l.Form.Budget, usualBudget)
}

// plan is what the form says; the error is a sentence.
func (l *Tune) plan(s *scene.Scene) (tune.Plan, error) {
	sessions, err := l.sessions(s)
	if err != nil {
		return tune.Plan{}, err
	}
	return tune.New(sessions, strings.Fields(l.Form.Over), l.Form.Repeats, l.Form.Aside)
}

// sessions are what is tuned, one of each method of the form.
func (l *Tune) sessions(s *scene.Scene) ([]config.Config, error) {
	if err := s.Unfit(); err != nil {
		return nil, err
	}
	base := s.Anew()
	if _, err := config.ParseTotal(l.budget(s)); err != nil {
		return nil, err
	}
	budget, err := config.BudgetKnob.Put(base, l.budget(s))
	if err != nil {
		return nil, err
	}
	var sessions []config.Config
	for _, name := range strings.Fields(cmp.Or(l.Form.Methods, base.Method)) {
		spec, ok := methodCalled(name)
		if !ok {
			return nil, fmt.Errorf("no method is called %q, expected some of %s", name, methodNames())
		}
		c := budget
		if spec.ID != base.Method {
			c = atPromiseOf(budget, scene.OtherMethod(budget, spec.ID))
		}
		sessions = append(sessions, c)
	}
	return sessions, nil
}

// atPromiseOf is c at the δ and for the neighbours of the run, as far as its method knows them:
// the same total ε is to promise the same.
func atPromiseOf(run, c config.Config) config.Config {
	for _, key := range []string{admm.DeltaKey, config.AdjacencyKnob.Key} {
		k, _ := config.KnobOf(c, key)
		if same, err := k.Put(c, k.Value(run)); err == nil && k.Reads(c) {
			c = same
		}
	}
	return c
}

// varied says which keys can be varied of what is tuned.
func (l *Tune) varied(s *scene.Scene) string {
	sessions, err := l.sessions(s)
	if err != nil {
		return ""
	}
	var names, keys []string
	for _, c := range sessions {
		names = append(names, c.Spec().Name)
		for _, key := range tune.Knobs(c) {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return "keys of " + strings.Join(names, ", ") + ": " + strings.Join(keys, " ")
}

// methodCalled is the method of a name, as on the screen or as in a session text.
func methodCalled(name string) (admm.Spec, bool) {
	list := admm.Catalogue()
	i := slices.IndexFunc(list, func(s admm.Spec) bool { return strings.EqualFold(name, s.ID) || strings.EqualFold(name, s.Name) })
	if i < 0 {
		return admm.Spec{}, false
	}
	return list[i], true
}

// methodNames are the methods that can be tuned, as on the screen.
func methodNames() string {
	var list []string
	for _, s := range admm.Catalogue() {
		if s.Private() {
			list = append(list, s.Name)
		}
	}
	return strings.Join(list, " ")
}

// ask opens the form.
func (l *Tune) ask(s *scene.Scene) scene.Wish {
	if l.Job.UnderWay() {
		return scene.Say{Text: "tuning is under way: esc in its lens stops it, finished runs stay"}
	}
	return l.form(s, 0)
}

// form is the dialog: every line opens an entry, or turns, and comes back.
func (l *Tune) form(s *scene.Scene, line int) scene.Wish {
	f := &l.Form
	work, aim := "", "in the background, on all cores but one. Finished runs are kept: the same goes on where it was stopped"
	plan, err := l.plan(s)
	over := f.Over
	if err == nil {
		_, runs, _ := plan.Work()
		work = fmt.Sprintf("at most %s of %s", numeral.Counted(runs, "run"), numeral.Counted(plan.Session().Iterations, "iteration"))
		over = strings.Join(plan.Keys, " ")
		if plan.Without != "" {
			aim = plan.Without
		}
	} else {
		work = "not yet: " + err.Error()
	}
	by := "test rows"
	if f.Aside {
		by = "held-out rows"
	}
	items := []dialog.Item{
		{Title: "run it", Detail: work, Long: aim, Value: "run"},
		{Title: "total ε…", Detail: l.budget(s), Long: "each setting has the noise that spends it by the limit", Value: "budget"},
		{Title: "what is varied…", Detail: over, Long: l.varied(s), Value: "over"},
		{Title: "methods…", Detail: cmp.Or(f.Methods, s.Wished().Method), Long: "several are halved each by itself and meet in the last round. Others than that of the run have their own values, at its δ and for its neighbours", Value: "methods"},
		{Title: "chosen by", Detail: by, Long: "enter turns it. Held-out rows are a fifth of the training rows, and nobody trains on them. Neither choice is in any ε", Value: "aside"},
		{Title: "draws of the noise…", Detail: strconv.Itoa(f.Repeats), Long: "in the last round, which says what cannot be told from the best: ten tell dozens of settings apart", Value: "repeats"},
	}
	return scene.Pick{Title: "Tune", Items: items, Selected: line, Then: func(v any) scene.Wish {
		switch v {
		case "run":
			return l.Start(s)
		case "budget":
			return l.typed(s, 1, scene.Entry{Title: "Total ε", Label: "a number above 0", Value: l.budget(s)}, func(f *TuneForm, text string) { f.Budget = text })
		case "over":
			return l.typed(s, 2, scene.Entry{Title: "What is varied", Label: "keys with blanks between; empty: the usual ones", Value: f.Over}, func(f *TuneForm, text string) { f.Over = text })
		case "methods":
			return l.typed(s, 3, scene.Entry{Title: "Methods", Label: "some of " + methodNames() + ", with blanks between; empty: that of the run", Value: f.Methods}, func(f *TuneForm, text string) { f.Methods = text })
		case "aside":
			f.Aside = !f.Aside
			return l.form(s, 4)
		}
		return l.typed(s, 5, draws("Draws of the noise in the last round", f.Repeats, tune.MostRepeats), func(f *TuneForm, text string) {
			f.Repeats, _ = strconv.Atoi(strings.TrimSpace(text)) // it has been checked
		})
	}}
}

// typed asks for a line of the form and comes back to it; what e refuses or makes no plan is
// refused.
func (l *Tune) typed(s *scene.Scene, line int, e scene.Entry, take func(f *TuneForm, text string)) scene.Wish {
	check := e.Check
	e.Check = func(text string) error {
		if check != nil {
			if err := check(text); err != nil {
				return err
			}
		}
		trial := *l
		take(&trial.Form, text)
		_, err := trial.plan(s)
		return err
	}
	e.Help = help.Panel(l.Name(), s.Wished())
	e.Else = func() scene.Wish { return l.form(s, line) }
	e.Then = func(text string) scene.Wish {
		take(&l.Form, text)
		return e.Else()
	}
	return e
}
