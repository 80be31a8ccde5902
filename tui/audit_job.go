package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/audit"
)

const (
	auditTrials = 20_000 // under each data set; the largest audit takes a second or two
	auditBeta   = 1e-6   // chance of a wrong conclusion
	auditSteps  = 8      // chunks in one command: a few milliseconds
)

// auditJobs are the audits: one may run in the background, commands handing it on
// from one to the next; the results of the others are kept.
type auditJobs struct {
	generation int // of the job under way: what comes of an older one is dropped
	running    int // target, 0 = none
	results    map[int]audit.Result
	failed     map[int]string
}

// auditMsg is how far a job has come. Only the command that holds it may touch
// the audit; the screen reads the result.
type auditMsg struct {
	generation, target int
	audit              *audit.Audit
	result             audit.Result
	done               bool
	failed             string
}

// toggleAudit starts the audit of a target in place of one under way, or stops it.
func (m *Model) toggleAudit(target int) tea.Cmd {
	if m.lens.audits.running == target {
		m.cancelAudit()
		return nil
	}
	m.cancelAudit()
	jobs := &m.lens.audits
	jobs.running = target
	delete(jobs.results, target)
	delete(jobs.failed, target)
	return auditChunk(jobs.generation, target, nil, m.base.Seed)
}

// cancelAudit stops the audit under way and tells whether there was one.
func (m *Model) cancelAudit() bool {
	jobs := &m.lens.audits
	was := jobs.running > 0
	jobs.generation++
	jobs.running = 0
	return was
}

// auditChunk is the next piece of an audit; without one it sets the stage first.
func auditChunk(generation, target int, a *audit.Audit, seed uint64) tea.Cmd {
	return func() (msg tea.Msg) {
		out := auditMsg{generation: generation, target: target, audit: a}
		defer func() {
			if broken := recover(); broken != nil {
				out.failed = fmt.Sprintf("the audit failed inside the program: %v", broken)
				msg = out
			}
		}()
		if out.audit == nil {
			made, err := audit.New(targets()[target-1], auditTrials, seed, auditBeta)
			if err != nil {
				out.failed = err.Error()
				return out
			}
			out.audit = made
		}
		for range auditSteps {
			if out.done = out.audit.Step(); out.done {
				break
			}
		}
		out.result = out.audit.Result()
		return out
	}
}

// audited files a piece and asks for the next.
func (m *Model) audited(msg auditMsg) tea.Cmd {
	jobs := &m.lens.audits
	if msg.generation != jobs.generation || msg.target != jobs.running {
		return nil // stopped
	}
	m.dirty = true
	if msg.failed != "" {
		if jobs.failed == nil {
			jobs.failed = map[int]string{}
		}
		jobs.failed[msg.target], jobs.running = msg.failed, 0
		return nil
	}
	if jobs.results == nil {
		jobs.results = map[int]audit.Result{}
	}
	jobs.results[msg.target] = msg.result
	if msg.done {
		jobs.running = 0
		if m.lens.open != attackLens {
			m.say("%s: %s", targets()[msg.target-1].Name(), verdict(msg.result))
		}
		return nil
	}
	return auditChunk(msg.generation, msg.target, msg.audit, 0)
}
