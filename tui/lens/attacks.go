package lens

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Attacks are what can be tried against the run and against every claim.
type Attacks struct {
	scene.Choice
	Audits Audits
	pairs  []audit.Pair // the worst records of DVP, once computed
	list   []attack     // everything that can be tried
	of     *admm.Spec   // first of the catalogue that the list is of
	loss   models.Loss  // that it and the pairs are of
	method string       // in force when the choice was last looked after
	host   *runner.Host // where the data of a whole run are
}

// NewAttacks is the lens before anything was tried.
func NewAttacks(h *runner.Host) *Attacks { return &Attacks{Audits: newAudits(), host: h} }

func (l *Attacks) Name() string              { return "attacks" }
func (l *Attacks) Title(*scene.Scene) string { return "Attacks" }
func (l *Attacks) Value(*scene.Scene) string { return "" }
func (l *Attacks) Keys(*scene.Scene) string {
	return "↑↓ attack · enter run · esc stop · z larger · a back"
}
func (l *Attacks) Looks(*scene.Scene) runner.Picture { return nil }

func (l *Attacks) Words(*scene.Scene) string {
	return "an attack that works disproves a promise; ? tells the story of the chosen one"
}

func (l *Attacks) Help(*scene.Scene) (title, lead string) { return "Attacks", "" }

// Chosen is the chosen attack.
func (l *Attacks) Chosen(s *scene.Scene) (name, title, text string) {
	a := l.chosen(s)
	return "this attack", a.name, story(a)
}

func (l *Attacks) Bindings() []scene.Binding {
	return []scene.Binding{
		{Key: "a", Words: "attacks: labels, column spaces, the worst records, and audits of every claim"},
		{Key: "A", Words: "audit: attack the total of whole runs with all that is set now", Do: func(s *scene.Scene) scene.Wish {
			for i, a := range l.attacks(s) {
				if a.whole {
					l.Line = i
				}
			}
			show, a := scene.Show{Lens: l.Name()}, l.chosen(s)
			if l.underWay(s, a) {
				return show
			}
			return scene.All{show, l.try(s, a)}
		}},
	}
}

// attacks lists everything that can be tried, and then the methods that no audit attacks.
// Setting the stages of the claims takes milliseconds. What is chosen is settled with it.
func (l *Attacks) attacks(s *scene.Scene) []attack {
	l.gather(s)
	l.settle(s)
	return l.list
}

// gather makes the list, where it is not the one of the loss that is wished.
func (l *Attacks) gather(s *scene.Scene) {
	now, loss := &admm.Catalogue()[0], s.Wished().LossFunction()
	if l.of == now && l.loss == loss {
		return
	}
	l.of, l.loss, l.pairs = now, loss, nil
	l.list = []attack{
		{name: "Sharing: labels read out of y", question: sim.AttackLabels,
			ends: "What ends it, up to ε_Y: randomised response on the labels, the parameter ε_Y (labels) above 0, after a reset."},
		{name: "Sharing: whose column space is it", question: sim.AttackColumns,
			ends: "What ends it: the variant \"on the message\", with the noise on."},
		{name: "DVP: the record pair that refutes ζ = α̂"},
		{name: "Audit: whole runs of what is set now", whole: true},
	}
	for _, t := range audit.Targets(loss) {
		l.list = append(l.list, attack{name: "Audit: " + t.Name(), claim: &t})
	}
	for _, r := range audit.Refusals(loss) {
		l.list = append(l.list, attack{name: "No audit: " + r.Name, refused: "No audit attacks " + r.Name + ": " + r.Why + "."})
	}
}

// settle makes the first attack on the method in force the chosen one, when the lens opens
// and when another method comes into force that the chosen one is not on.
func (l *Attacks) settle(s *scene.Scene) {
	spec := s.InForce().Spec()
	if l.method == spec.ID {
		return
	}
	l.method = spec.ID
	if fits := func(a attack) bool { return a.fits(spec) }; !fits(l.list[l.In(len(l.list))]) {
		l.Line = slices.IndexFunc(l.list, fits)
	}
}

// chosen is the chosen attack.
func (l *Attacks) chosen(s *scene.Scene) attack {
	list := l.attacks(s)
	return list[l.In(len(list))]
}

// Stop ends the audit under way, wherever one looks.
func (l *Attacks) Stop(bool) (w scene.Wish, stopped bool) {
	return scene.Say{Text: "the audit is stopped: what it found so far stays"}, l.Audits.stop()
}

func (l *Attacks) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	if key == "enter" {
		return l.try(s, l.chosen(s)), true
	}
	all := len(l.attacks(s))
	return nil, l.Move(key, l.In(all), all)
}

// try starts an attack, or stops the audit under way if it is it.
func (l *Attacks) try(s *scene.Scene, a attack) scene.Wish {
	switch {
	case a.question != "":
		return scene.Ask{Question: a.question, Command: runner.Command{Order: runner.Attack, Attack: a.question}}
	case a.refused != "":
		return scene.Say{Text: a.refused, Warn: true}
	case !a.audits():
		l.pairs = worstPairs(l.loss)
		return nil
	case l.underWay(s, a):
		l.Audits.stop()
		return nil
	}
	of := auditedNow(s)
	prepare := l.prepare(of.config, a)
	return scene.Work{Begin: func(jobs *job.List, wish func(scene.Wish) tea.Cmd) {
		l.Audits.start(jobs, a.name, of, prepare, func(f Found, err error) {
			switch {
			case s.Lens == l.Name():
			case err != nil:
				wish(scene.Say{Text: "the audit came to nothing: " + err.Error(), Warn: true})
			default:
				words := f.Results[0].Target.Name() + ": " + outcomes(f)
				if keys := l.turned(s, a); len(keys) > 0 {
					words += ", before a change of " + strings.Join(keys, ", ")
				}
				wish(scene.Say{Text: words})
			}
		})
	}}
}

// underWay reports whether the audit under way is that of what is set now.
func (l *Attacks) underWay(s *scene.Scene, a attack) bool {
	return l.Audits.running(a.name) && len(l.turned(s, a)) == 0
}

// turned are the keys that are set otherwise since an audit was begun: of a step only those
// of the loss count.
func (l *Attacks) turned(s *scene.Scene, a attack) []string {
	of, begun := l.Audits.of[a.name]
	if !begun {
		return nil
	}
	return a.turned(of, s)
}

// failed is why the audit of what is set now came to nothing, "" where it has not.
func (l *Attacks) failed(s *scene.Scene, a attack) string {
	f, failed := l.Audits.failed[a.name]
	if !failed || len(a.turned(f.of, s)) > 0 {
		return ""
	}
	return f.why
}

// turned are the keys that count for an attack and are set otherwise by now than an audit is of.
func (a attack) turned(of audited, s *scene.Scene) []string {
	keys := of.unlike(auditedNow(s))
	if a.whole {
		return keys
	}
	return slices.DeleteFunc(keys, func(key string) bool { return key != config.LossKnob.Key && key != config.HKnob.Key })
}

// prepare is how the audit begins: on the goroutine of its work.
func (l *Attacks) prepare(c config.Config, a attack) Making {
	host := l.host
	return func(ctx context.Context) (*audit.Audit, string, error) {
		if a.whole {
			return host.Audit(ctx, c, sim.AuditIterations, nil, AuditTrials, c.Seed, auditConfidence)
		}
		one, err := audit.New(*a.claim, AuditTrials, c.Seed, auditConfidence)
		return one, "", err
	}
}

// auditedNow is a run with all that is set, as if it had been from the start; of one that
// is longer than what is audited, an iteration more.
func auditedNow(s *scene.Scene) (now audited) {
	now.config = s.Wished().Clone()
	now.config.Events = nil
	now.short()
	if now.config.Data == s.InForce().Data {
		now.origin = s.State.Size.Origin
	}
	return now
}

// auditedRun is the run at the keys with what had happened in it up to the iteration that is
// read, as an audit would be of it.
func auditedRun(s *scene.Scene) (run audited) {
	run.config, run.origin = s.State.Replay.Clone(), s.State.Size.Origin
	run.config.Iterations = run.config.Limit()
	run.config.Events = slices.DeleteFunc(run.config.Events, func(e config.Event) bool {
		return e.At > s.State.At || e.Key == config.IterationsKnob.Key
	})
	run.short()
	return run
}

func (l *Attacks) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l *Attacks) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	return lines(s, g, l, func(width, height int) []grid.Line { return l.attackLines(s, width, height) })
}

// attackLines are the list of attacks and what came of the chosen one.
func (l *Attacks) attackLines(s *scene.Scene, width, height int) []grid.Line {
	list := l.attacks(s)
	chosen := l.In(len(list))
	first, last := l.Window(len(list), min(len(list), max(3, height/3)), chosen)
	var lines []grid.Line
	for i := first; i < last; i++ {
		mark, paint := "  ", s.Theme.Text
		if i == chosen {
			mark, paint = "▸ ", s.Theme.Selected
		}
		outcome := l.outcome(s, list[i])
		name := grid.Pad(grid.Fit(list[i].name, width-3-grid.Cells(outcome)), width-3-grid.Cells(outcome))
		lines = append(lines, grid.Line{Text: mark + name + " " + outcome, Paint: paint})
	}
	rule := fmt.Sprintf("─ %d of %d ", chosen+1, len(list))
	lines = append(lines, grid.Line{Text: rule + strings.Repeat("─", max(0, width-grid.Cells(rule))), Paint: s.Theme.Dim})
	return append(lines, l.attackDetail(s, list[chosen], width)...)
}

// outcome is what came of an attack, in two words.
func (l *Attacks) outcome(s *scene.Scene, a attack) string {
	if a.refused != "" {
		return ""
	}
	if a.audits() {
		f, tried := l.Audits.Found[a.name]
		switch {
		case l.Audits.running(a.name):
			return fmt.Sprintf("running %d %%", percent(f))
		case l.failed(s, a) != "":
			return "failed"
		case len(l.turned(s, a)) > 0:
			return "set otherwise"
		case !tried:
			return ""
		case f.Results[0].Done < f.Results[0].Trials:
			return fmt.Sprintf("stopped at %d %%", percent(f))
		}
		return outcomes(f)
	}
	if a.question != "" && s.Questions.Refused(a.question) {
		return "refused"
	}
	if at := s.Questions.Since(a.question, s); at > 0 {
		return fmt.Sprintf("of t = %d", at)
	}
	switch broken := func(p audit.Pair) bool { return p.Broken }; {
	case a.question == "" && slices.ContainsFunc(l.pairs, broken):
		return verdict(audit.Refuted)
	case a.question == "" && l.pairs != nil:
		return verdict(audit.NotRefuted)
	case a.question != "" && s.Questions.Answer(a.question) != "":
		return "answered"
	}
	return ""
}

// attackDetail is the result of an attack and then its story.
func (l *Attacks) attackDetail(s *scene.Scene, a attack, width int) []grid.Line {
	var lines []grid.Line
	add := func(paint grid.Paint, texts ...string) {
		lines = append(lines, grid.Paragraphs(width, paint, texts...)...)
	}
	turned := l.turned(s, a)
	switch {
	case a.refused != "":
		add(s.Theme.Text, a.refused)
		return lines
	case a.audits():
		f, tried := l.Audits.Found[a.name]
		small := tried && f.Results[0].Target.Small
		switch {
		case !a.whole:
			add(s.Theme.Text, "Claim: "+a.claim.Claim()+".")
		case len(turned) > 0:
			add(s.Theme.Text, wholeWords(l.Audits.of[a.name].config, "was set then", small))
		default:
			add(s.Theme.Text, wholeWords(auditedNow(s).config, "is set now", small))
		}
		if len(turned) > 0 {
			add(s.Theme.Warn, "Set otherwise by now: "+strings.Join(turned, ", ")+". enter attacks what is set now.")
		}
		lines = append(lines, l.Audits.lines(s, a.name, l.failed(s, a), width)...)
	case a.question != "":
		answer := s.Questions.Answer(a.question)
		switch {
		case s.Questions.Refused(a.question):
			add(s.Theme.Warn, answer)
		case answer != "":
			add(s.Theme.Accent, "▸ "+answer)
			if at := s.Questions.Since(a.question, s); at > 0 {
				add(s.Theme.Warn, fmt.Sprintf("That was at t = %d; since then the run has gone on or was changed: enter tries it on what was sent last.", at))
			}
		case s.Questions.Asking():
			add(s.Theme.Dim, "asking the run …")
		case !s.InForce().Spec().Vertical:
			add(s.Theme.Dim, "Works on what vertical sharing sent last: m, Sharing, then enter here.")
		default:
			add(s.Theme.Dim, "enter tries it on what was sent last.")
		}
		add(s.Theme.Text, a.ends)
	case l.pairs == nil:
		add(s.Theme.Dim, "enter computes it for ζ as printed and as proved.")
	default:
		for _, p := range l.pairs {
			paint := s.Theme.Text
			if p.Broken {
				paint = s.Theme.Warn
			}
			add(paint, pairWords(p))
		}
	}
	add(s.Theme.Dim, story(a))
	return lines
}
