package lens

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/audit"
	"admmlab/tui/job"
)

const (
	AuditTrials = 20_000 // under each data set; the largest audit takes a second or two
	auditBeta   = 1e-6   // chance of a wrong conclusion
	auditSteps  = 8      // chunks between two pieces of news: a few milliseconds
)

// Audits are the audits: one may run in the background; the results of the others are
// kept.
type Audits struct {
	Job     *job.Job                // under way
	Results map[string]audit.Result // by the name of the attack
	name    string                  // of the job's
	failed  map[string]string
	// Run makes an audit: RunAudit but for tests.
	Run func(ctx context.Context, claim audit.Target, seed uint64, tell func(audit.Result)) (audit.Result, error)
}

func newAudits() Audits {
	return Audits{Results: map[string]audit.Result{}, failed: map[string]string{}, Run: RunAudit}
}

// running reports whether the audit of a name is under way.
func (a *Audits) running(name string) bool { return a.Job.UnderWay() && a.name == name }

// stop stops the audit under way and reports whether there was one. What it has come
// to stays.
func (a *Audits) stop() bool { return a.Job.Drop() }

// start begins the audit of a claim in place of one under way; done hears of its end.
func (a *Audits) start(jobs *job.List, name string, claim audit.Target, seed uint64, done func(audit.Result)) {
	a.stop()
	a.name = name
	run := a.Run
	delete(a.Results, name)
	delete(a.failed, name)
	a.Job = job.Start(jobs, job.Task[audit.Result, audit.Result]{
		Name: "the audit",
		Work: func(ctx context.Context, tell func(audit.Result)) (audit.Result, error) {
			return run(ctx, claim, seed, tell)
		},
		Progress: func(r audit.Result) { a.Results[name] = r },
		Part:     func(r audit.Result) float64 { return float64(r.Done) / float64(max(1, r.Trials)) },
		Done: func(r audit.Result, err error) tea.Cmd {
			if err != nil {
				a.failed[name] = err.Error()
				return nil
			}
			a.Results[name] = r
			done(r)
			return nil
		},
	})
}

// RunAudit makes an audit and tells of it every few milliseconds.
func RunAudit(ctx context.Context, claim audit.Target, seed uint64, tell func(audit.Result)) (audit.Result, error) {
	a, err := audit.New(claim, AuditTrials, seed, auditBeta)
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
