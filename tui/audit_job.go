package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/audit"
	"admmlab/tui/job"
)

const (
	auditTrials = 20_000 // under each data set; the largest audit takes a second or two
	auditBeta   = 1e-6   // chance of a wrong conclusion
	auditSteps  = 8      // chunks between two pieces of news: a few milliseconds
)

// audits are the audits: one may run in the background; the results of the others
// are kept.
type audits struct {
	job     *job.Job // under way
	target  int      // its target
	results map[int]audit.Result
	failed  map[int]string
	// run makes an audit: runAudit but for tests.
	run func(ctx context.Context, target int, seed uint64, tell func(audit.Result)) (audit.Result, error)
}

func newAudits() audits {
	return audits{results: map[int]audit.Result{}, failed: map[int]string{}, run: runAudit}
}

// running reports whether the audit of a target is under way.
func (a *audits) running(target int) bool { return a.job.UnderWay() && a.target == target }

// stop stops the audit under way and reports whether there was one. What it has come
// to stays.
func (a *audits) stop() bool { return a.job.Drop() }

// start begins the audit of a target in place of one under way; done hears of its end.
func (a *audits) start(jobs *job.List, target int, seed uint64, done func(audit.Result)) {
	a.stop()
	a.target = target
	run := a.run
	delete(a.results, target)
	delete(a.failed, target)
	a.job = job.Start(jobs, job.Task[audit.Result, audit.Result]{
		Name: "the audit",
		Work: func(ctx context.Context, tell func(audit.Result)) (audit.Result, error) {
			return run(ctx, target, seed, tell)
		},
		Progress: func(r audit.Result) { a.results[target] = r },
		Part:     func(r audit.Result) float64 { return float64(r.Done) / float64(max(1, r.Trials)) },
		Done: func(r audit.Result, err error) tea.Cmd {
			if err != nil {
				a.failed[target] = err.Error()
				return nil
			}
			a.results[target] = r
			done(r)
			return nil
		},
	})
}

// runAudit makes an audit and tells of it every few milliseconds.
func runAudit(ctx context.Context, target int, seed uint64, tell func(audit.Result)) (audit.Result, error) {
	a, err := audit.New(targets()[target-1], auditTrials, seed, auditBeta)
	if err != nil {
		return audit.Result{}, err
	}
	for {
		for range auditSteps {
			if a.Step() {
				return a.Result(), nil
			}
		}
		if ctx.Err() != nil {
			return audit.Result{}, ctx.Err()
		}
		tell(a.Result())
	}
}

// toggleAudit starts the audit of a target in place of one under way, or stops it.
func (m *Model) toggleAudit(target int) tea.Cmd {
	a := &m.lens.audits
	if a.running(target) {
		a.stop()
		return nil
	}
	a.start(m.jobs, target, m.scene.Base.Seed, func(r audit.Result) {
		if m.lens.open != attackLens {
			m.scene.Say("%s: %s", targets()[target-1].Name(), verdict(r))
		}
	})
	return nil
}
