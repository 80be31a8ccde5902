package lens

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

const (
	AuditTrials     = 20_000   // under each data set; the largest audit of a step takes a second or two
	auditConfidence = 0.999999 // of a conclusion
	auditSteps      = 8        // chunks between two pieces of news: a few milliseconds
)

// Found is what an audit has come to so far.
type Found struct {
	On      string         // of a whole run: the data, as a sentence
	Results []audit.Result // one for each claim about the same runs, at least one
}

// Making prepares an audit and says on what data, "" for a single step.
type Making func(ctx context.Context) (a *audit.Audit, on string, err error)

// Audits are the audits: one may run in the background; what the others found is kept.
type Audits struct {
	Job    *job.Job         // under way
	Found  map[string]Found // by the name of the attack
	name   string           // of the job's
	back   func()           // to what was found before it, where nothing came of it
	failed map[string]failure
	of     map[string]audited // what was set when it began
	// Run makes an audit: RunAudit but for tests.
	Run func(ctx context.Context, prepare Making, tell func(Found)) (Found, error)
}

// failure is why an audit came to nothing.
type failure struct {
	why string
	of  audited
}

// audited is what an audit is of.
type audited struct {
	config config.Config
	origin string // of its data, where they are those in force
}

// unlike are the keys in which whole runs differ, data among them where a file of the same name
// has changed.
func (a audited) unlike(b audited) (keys []string) {
	for _, d := range config.Differences(a.config, b.config) {
		keys = append(keys, d.Key)
	}
	if !scene.SameOrigin(a.origin, b.origin) {
		keys = append(keys, config.DataKnob.Key)
	}
	return keys
}

// short makes a whole run one of so many iterations as are audited, and one more where it is
// longer.
func (a *audited) short() { a.config.Iterations = min(a.config.Iterations, sim.AuditIterations+1) }

func newAudits() Audits {
	return Audits{Found: map[string]Found{}, failed: map[string]failure{}, of: map[string]audited{}, Run: RunAudit}
}

// running reports whether the audit of a name is under way.
func (a *Audits) running(name string) bool { return a.Job.UnderWay() && a.name == name }

// stop stops the audit under way and reports whether there was one. What it has come
// to stays.
func (a *Audits) stop() bool {
	stops := a.Job.Drop()
	if stops {
		a.back()
	}
	return stops
}

// start begins an audit of what is set in place of one under way; done hears of its end, and
// why where it came to nothing.
func (a *Audits) start(jobs *job.List, name string, of audited, prepare Making, done func(Found, error)) {
	a.stop()
	found, tried := a.Found[name]
	was := a.of[name]
	a.back = func() {
		if _, tells := a.Found[name]; tells {
			return
		}
		if delete(a.of, name); tried {
			a.Found[name], a.of[name] = found, was
		}
	}
	a.name, a.of[name] = name, of
	run := a.Run
	delete(a.Found, name)
	delete(a.failed, name)
	a.Job = job.Start(jobs, job.Task[Found, Found]{
		Name: "the audit",
		Work: func(ctx context.Context, tell func(Found)) (Found, error) {
			return run(ctx, prepare, tell)
		},
		Progress: func(f Found) { a.Found[name] = f },
		Part:     func(f Found) float64 { return float64(f.Results[0].Done) / float64(max(1, f.Results[0].Trials)) },
		Done: func(f Found, err error) tea.Cmd {
			if err != nil {
				a.failed[name] = failure{err.Error(), of}
				a.back()
			} else {
				a.Found[name] = f
			}
			done(f, err)
			return nil
		},
	})
}

// RunAudit makes an audit and tells of it every few milliseconds.
func RunAudit(ctx context.Context, prepare Making, tell func(Found)) (Found, error) {
	a, on, err := prepare(ctx)
	if err != nil {
		return Found{}, err
	}
	for {
		for range auditSteps {
			if a.Step() {
				return Found{on, a.Results()}, nil
			}
			if ctx.Err() != nil {
				return Found{}, ctx.Err()
			}
		}
		tell(Found{on, a.Results()})
	}
}
