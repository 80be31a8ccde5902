package tui

import (
	"context"
	"testing"

	"admmlab/sim/audit"
	"admmlab/sim/config"
)

// onAudit is the attacks lens with the audit of a printed DVP chosen.
func onAudit(t *testing.T) (*stage, int) {
	s := through(newStage(t, config.Default(), 120, 36).begun().batch(4), "a")
	for i, a := range attacks() {
		if a.target > 0 && targets()[a.target-1].Method == "dvp" && targets()[a.target-1].Variant == "printed" {
			for range i {
				s.press("down")
			}
			return s, a.target
		}
	}
	t.Fatal("no audit of the printed DVP")
	return nil, 0
}

// gated is an audit that waits for the gate after its first news with so many runs.
func gated(s *stage, runs int) (gate, reached chan bool) {
	gate, reached = make(chan bool), make(chan bool)
	s.m.lens.audits.run = func(ctx context.Context, target int, seed uint64, tell func(audit.Result)) (audit.Result, error) {
		waited := false
		return runAudit(ctx, target, seed, func(r audit.Result) {
			tell(r)
			if r.Done > runs && !waited {
				waited = true
				reached <- true
				select {
				case <-gate:
				case <-ctx.Done():
				}
			}
		})
	}
	return gate, reached
}

func TestAnAuditTellsHowFarItIsAndRefutesThePrintedDVP(t *testing.T) {
	s, target := onAudit(t)
	gate, reached := gated(s, auditTrials/4)
	s.press("enter")
	<-reached
	s.shows("running 25 %", "runs", "TPR", "only chooses the threshold")
	if part, ok := s.m.jobs.Part(); !ok || part < 0.25 || part > 0.3 {
		t.Errorf("a part of %g, %v", part, ok)
	}
	s.batch(1) // the run goes on
	close(gate)
	s.finish(s.m.lens.audits.job).press("z").shows("refuted", "20,000 of 20,000 runs", "shown ε ≥", "claimed ε ≤", "With confidence")
	if r := s.m.lens.audits.results[target]; r.Verdict != audit.Refuted || s.m.lens.audits.running(target) {
		t.Errorf("result %+v", r)
	}
}

func TestAnAuditBeginsWithSettingTheStage(t *testing.T) {
	s, _ := onAudit(t)
	s.m.lens.audits.run = func(ctx context.Context, _ int, _ uint64, _ func(audit.Result)) (audit.Result, error) {
		<-ctx.Done()
		return audit.Result{}, ctx.Err()
	}
	s.press("enter").shows("setting the stage")
}

func TestAnAuditCanBeStoppedAndWhatComesLateIsDropped(t *testing.T) {
	for _, stop := range []string{"esc", "enter", "a"} {
		s, target := onAudit(t)
		_, reached := gated(s, auditTrials/10)
		s.press("enter")
		<-reached
		s.frame()
		first := s.m.lens.audits.job
		done := s.m.lens.audits.results[target].Done
		s.press(stop)
		if s.finish(first); s.m.jobs.Busy() || s.m.lens.audits.results[target].Done != done {
			t.Errorf("%s: the audit goes on", stop)
		}
		if stop == "esc" {
			s.shows("Attacks", "stopped at")
			s.press("esc").shows("Loss (train)")
		}
		if stop == "enter" {
			s.press("enter")
			if <-reached; s.m.lens.audits.job == first || !s.m.lens.audits.running(target) {
				t.Error("it does not begin again")
			}
		}
	}
}

func TestAnAuditThatBreaksSaysSo(t *testing.T) {
	s, target := onAudit(t)
	s.m.lens.audits.run = func(ctx context.Context, _ int, seed uint64, tell func(audit.Result)) (audit.Result, error) {
		return runAudit(ctx, 1_000_000, seed, tell) // no such target
	}
	s.press("enter").finish(s.m.lens.audits.job).shows("failed inside the program")
	if s.m.lens.audits.running(target) {
		t.Error("it goes on")
	}
}

// What an audit shows is rounded down and what is claimed up, as in admmlab audit.
func TestAnAuditFlattersNeitherSide(t *testing.T) {
	s, target := onAudit(t)
	r := audit.Result{Done: 10, Trials: 10, Tested: 5, LowerBound: 1.5568}
	r.Target.Epsilon = 1.9823
	s.m.lens.audits.results = map[int]audit.Result{target: r}
	s.press("z").shows("shown ε ≥ 1.55 · claimed ε ≤ 1.99")
}
