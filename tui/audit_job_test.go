package tui

import (
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/audit"
)

// onAudit is the attacks lens with the audit of a printed DVP chosen.
func onAudit(t *testing.T) (*stage, int) {
	s := through(newStage(t, sim.Default(), 120, 36).begun().batch(4), "a")
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

func TestAnAuditRunsInPiecesAndRefutesThePrintedDVP(t *testing.T) {
	s, target := onAudit(t)
	cmd := s.send(keyPress("enter"))
	s.shows("setting the stage")
	pieces, half := 0, false
	for cmd != nil {
		msg, ok := cmd().(auditMsg)
		if !ok || msg.failed != "" {
			t.Fatalf("piece %d: %+v", pieces, msg)
		}
		cmd = s.send(msg)
		if pieces++; !half && msg.result.Done > auditTrials/4 {
			half = true
			s.shows("running 25 %", "runs", "TPR", "only chooses the threshold")
			s.batch(1) // the run goes on
		}
	}
	if want := auditTrials / 16 / auditSteps; pieces < want || pieces > want+1 {
		t.Errorf("%d pieces, want about %d", pieces, want)
	}
	s.press("z").shows("refuted", "20,000 of 20,000 runs", "shown ε ≥", "claimed ε ≤", "With confidence")
	if r := s.m.lens.audits.results[target]; r.Verdict != audit.Refuted || s.m.lens.audits.running != 0 {
		t.Errorf("result %+v", r)
	}
}

func TestAnAuditCanBeStoppedAndWhatComesLateIsDropped(t *testing.T) {
	for _, stop := range []string{"esc", "enter", "a"} {
		s, target := onAudit(t)
		first := s.send(keyPress("enter"))().(auditMsg)
		second := s.send(first)().(auditMsg) // on its way when the key comes
		s.press(stop)
		if cmd := s.send(second); cmd != nil || s.m.lens.audits.results[target].Done != first.result.Done {
			t.Errorf("%s: the audit goes on", stop)
		}
		if stop == "esc" {
			s.shows("Attacks", "stopped at")
			s.press("esc").shows("Loss (train)")
		}
		if stop == "enter" {
			again := s.send(keyPress("enter"))().(auditMsg)
			if s.send(second) != nil || s.send(again) == nil {
				t.Error("the old audit's piece was taken for the new one's")
			}
		}
	}
}

func TestAnAuditThatBreaksSaysSo(t *testing.T) {
	s, target := onAudit(t)
	s.press("enter")
	msg := auditChunk(s.m.lens.audits.generation, 1_000_000, nil, 1)().(auditMsg) // no such target
	if !strings.Contains(msg.failed, "failed inside the program") {
		t.Fatalf("%+v", msg)
	}
	msg.target = target
	if s.send(msg) != nil {
		t.Error("it goes on")
	}
	s.shows("failed inside the program")
}

// What an audit shows is rounded down and what is claimed up, as in admmlab audit.
func TestAnAuditFlattersNeitherSide(t *testing.T) {
	s, target := onAudit(t)
	r := audit.Result{Done: 10, Trials: 10, Tested: 5, LowerBound: 1.5568}
	r.Target.Epsilon = 1.9823
	s.m.lens.audits.results = map[int]audit.Result{target: r}
	s.press("z").shows("shown ε ≥ 1.55 · claimed ε ≤ 1.99")
}
