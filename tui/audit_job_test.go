package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/tui/lens"
	"admmlab/tui/scene"
)

// onAudit is the attacks lens with the audit of a printed DVP chosen.
func onAudit(t *testing.T) (*stage, string) {
	s := through(newStage(t, config.Default(), 120, 36).begun().batch(4), "a")
	for _, a := range audit.Targets(models.Logistic{}) {
		if a.Method != "dvp" || a.Variant != "printed" {
			continue
		}
		for range 100 {
			if _, title, _ := lensOf[*lens.Attacks](s).Chosen(&s.m.scene); title == "Audit: "+a.Name() {
				return s, title
			}
			s.press("down")
		}
	}
	t.Fatal("no audit of the printed DVP")
	return nil, ""
}

// gated is an audit that waits for the gate after its first news with so many runs.
func gated(s *stage, runs int) (gate, reached chan bool) {
	gate, reached = make(chan bool), make(chan bool)
	lensOf[*lens.Attacks](s).Audits.Run = func(ctx context.Context, prepare lens.Making, tell func(lens.Found)) (lens.Found, error) {
		waited := false
		return lens.RunAudit(ctx, prepare, func(f lens.Found) {
			tell(f)
			if f.Results[0].Done > runs && !waited {
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
	gate, reached := gated(s, lens.AuditTrials/4)
	s.press("enter")
	<-reached
	s.shows("running 25 %", "runs", "TPR", "only chooses the threshold")
	if part, ok := s.m.jobs.Part(); !ok || part < 0.25 || part > 0.3 {
		t.Errorf("a part of %g, %v", part, ok)
	}
	s.batch(1) // the run goes on
	close(gate)
	s.finish(lensOf[*lens.Attacks](s).Audits.Job).press("z").shows("refuted", "20,000 of 20,000 runs", "shown ε ≥", "claimed ε ≤", "With confidence")
	if r := lensOf[*lens.Attacks](s).Audits.Found[target].Results[0]; r.Verdict != audit.Refuted || lensOf[*lens.Attacks](s).Audits.Job.UnderWay() {
		t.Errorf("result %+v", r)
	}
}

func TestAnAuditBeginsWithSettingTheStage(t *testing.T) {
	s, _ := onAudit(t)
	lensOf[*lens.Attacks](s).Audits.Run = func(ctx context.Context, _ lens.Making, _ func(lens.Found)) (lens.Found, error) {
		<-ctx.Done()
		return lens.Found{}, ctx.Err()
	}
	s.press("enter").shows("setting the stage")
}

func TestAnAuditCanBeStoppedAndWhatComesLateIsDropped(t *testing.T) {
	for _, stop := range []string{"esc", "enter"} {
		s, target := onAudit(t)
		_, reached := gated(s, lens.AuditTrials/10)
		s.press("enter")
		<-reached
		s.frame()
		first := lensOf[*lens.Attacks](s).Audits.Job
		done := lensOf[*lens.Attacks](s).Audits.Found[target].Results[0].Done
		s.press(stop)
		if s.finish(first); s.m.jobs.Busy() || lensOf[*lens.Attacks](s).Audits.Found[target].Results[0].Done != done {
			t.Errorf("%s: the audit goes on", stop)
		}
		if stop == "esc" {
			s.shows("Attacks", "stopped at")
			s.press("esc").shows("Loss (train)")
		}
		if stop == "enter" {
			s.press("enter")
			if <-reached; lensOf[*lens.Attacks](s).Audits.Job == first || !lensOf[*lens.Attacks](s).Audits.Job.UnderWay() {
				t.Error("it does not begin again")
			}
		}
	}
}

func TestAnAuditThatBreaksSaysSo(t *testing.T) {
	s, _ := onAudit(t)
	lensOf[*lens.Attacks](s).Audits.Run = func(context.Context, lens.Making, func(lens.Found)) (lens.Found, error) {
		panic("index out of range")
	}
	s.press("enter").finish(lensOf[*lens.Attacks](s).Audits.Job).shows("failed inside the program")
	if lensOf[*lens.Attacks](s).Audits.Job.UnderWay() {
		t.Error("it goes on")
	}
}

// What an audit shows is rounded down and what is claimed up, as in admmlab audit.
func TestAnAuditFlattersNeitherSide(t *testing.T) {
	s, target := onAudit(t)
	r := audit.Result{Done: 10, Trials: 10, Tested: 5, LowerBound: 1.5568}
	r.Target.Epsilon = 1.9823
	lensOf[*lens.Attacks](s).Audits.Found = map[string]lens.Found{target: {Results: []audit.Result{r}}}
	s.press("z").shows("shown ε ≥ 1.55 · claimed ε ≤ 1.99")
}

// A attacks what is set now, wherever one looks: the total of a short run, on small data
// where the data in force are too large, with the points it measured.
func TestWhatIsSetNowIsAudited(t *testing.T) {
	c := config.Default()
	c.Set.Variant, c.Set.Alpha, c.Iterations = "printed", admm.PerNode{3}, 2
	s := newStage(t, c, 200, 50).begun().batch(2)
	attacks := lensOf[*lens.Attacks](s)
	s.press("A")
	if s.m.scene.Lens != attacks.Name() || !attacks.Audits.Job.UnderWay() {
		t.Fatalf("lens %q, job %v", s.m.scene.Lens, attacks.Audits.Job)
	}
	s.finish(attacks.Audits.Job).press("z")
	s.shows("Audit: whole runs of what is set now", "refuted (the paper)", "Attacks the total of DVP, as printed, on small data: 2 iterations", "a run of 2 on small data: 20000 runs",
		"20,000 of 20,000 runs", "the paper: ε ≤ 6", "Small data", "false alarms")
	s.press("A").press("esc").shows("Attacks")
	if attacks.Audits.Job.UnderWay() {
		t.Error("esc does not stop it")
	}
}

// A limit of a measured place is no narrower on the screen than it was proved.
func TestLimitsOfMeasuredPlacesAreRoundedOutward(t *testing.T) {
	s := newStage(t, config.Default(), 200, 50).begun().batch(2)
	attacks := lensOf[*lens.Attacks](s)
	attacks.Audits.Run = func(context.Context, lens.Making, func(lens.Found)) (lens.Found, error) {
		r := audit.Result{Trials: 8, Done: 8, Target: audit.Target{Method: "dvp", By: audit.Paper, Epsilon: 1}}
		for i := range r.Points {
			r.Points[i] = audit.Point{Alarm: audit.Rate{Measured: 0.375, Low: 0.046189, High: 0.832064}, Miss: audit.Rate{Measured: 0.25, Low: 0.031856, High: 0.650854}}
		}
		return lens.Found{Results: []audit.Result{r}, On: "The data in force."}, nil
	}
	s.press("A").finish(attacks.Audits.Job).press("z")
	s.shows("false alarms 37.50 % (4.61–83.21)  misses 25.00 % (3.18–65.09)  least 22.99") // (1 - 0.375)/e = 0.22992
}

// What an audit found is of the settings that it was begun with: under others it says so, in
// the list and above what it says.
func TestAnAuditIsOfTheSettingsThatItWasBegunWith(t *testing.T) {
	c := config.Default()
	c.Set.Alpha, c.Iterations = admm.PerNode{3}, 2
	s := newStage(t, c, 120, 46).begun().batch(2)
	attacks := lensOf[*lens.Attacks](s)
	attacks.Audits.Run = briefAudit
	s.press("A").finish(attacks.Audits.Job).press("z")
	s.shows("Attacks the total of DVP, as proved, on small data: 2 iterations with all that is set now")
	s.hides("et otherwise")
	s.with("variant", "printed").with("delta", "1e-4")
	s.shows("set otherwise", "Attacks the total of DVP, as proved, on small data: 2 iterations with all that was set then", "Set otherwise by now: variant, delta. enter attacks what is set now.")
	s.hides("is set now from")
	s.press("A").finish(attacks.Audits.Job)
	s.shows("Attacks the total of DVP, as printed, on small data")
	s.hides("et otherwise", "at most 2 iterations")
	s.with("budget", "3").with("stop", "true").press("A").finish(attacks.Audits.Job)
	s.shows("at most 2 iterations")
}

// So are those of a step, by the loss.
func TestAnAuditOfAStepIsOfItsLoss(t *testing.T) {
	s, _ := onAudit(t)
	attacks := lensOf[*lens.Attacks](s)
	attacks.Audits.Run = briefAudit
	s.press("enter").finish(attacks.Audits.Job).press("z")
	s.with("alpha", "3").hides("et otherwise")
	s.with("loss", "huber").shows("set otherwise", "Set otherwise by now: loss, h.")
}

// What nobody promises is refused in words.
func TestAnAuditOfARunWithoutNoiseSaysWhyNot(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("admm"), 120, 36).begun().batch(2).press("A")
	s.finish(lensOf[*lens.Attacks](s).Audits.Job).shows("a run of ADMM cannot be audited: it adds no noise")
}

// An audit goes on while its lens is closed or another is open, and tells its end there.
func TestAnAuditGoesOnWhereItsLensIsNotInSight(t *testing.T) {
	for _, away := range [][]string{{"a"}, {"b"}, {"b", "b"}} {
		s, target := onAudit(t)
		gate, reached := gated(s, lens.AuditTrials/4)
		s.press("enter")
		<-reached
		s.press(away...).batch(1)
		one := lensOf[*lens.Attacks](s).Audits.Job
		if !one.UnderWay() {
			t.Fatalf("%v ended the audit", away)
		}
		close(gate)
		s.finish(one)
		if text := s.m.scene.Message.Text; !strings.HasPrefix(text, strings.TrimPrefix(target, "Audit: ")) {
			t.Errorf("%v: at its end it says %q", away, text)
		}
	}
}

// Also where it comes to nothing.
func TestAnAuditThatComesToNothingSaysSoWhereItsLensIsNotInSight(t *testing.T) {
	for _, away := range []string{"a", "b"} {
		s, _ := onAudit(t)
		l, gate := lensOf[*lens.Attacks](s), make(chan bool)
		l.Audits.Run = func(context.Context, lens.Making, func(lens.Found)) (lens.Found, error) {
			<-gate
			return lens.Found{}, errors.New("no room for the data")
		}
		s.press("enter", away)
		close(gate)
		if s.finish(l.Audits.Job); s.m.scene.Message.Text != "the audit came to nothing: no room for the data" || !s.m.scene.Message.Warn {
			t.Errorf("%s: at its end it says %q", away, s.m.scene.Message.Text)
		}
	}
}

// What an attack has found stays where nothing comes of the next: it fails, or is stopped before it has
// found anything. Why it failed is told as long as that is set.
func TestAnAuditThatComesToNothingLeavesTheOneBefore(t *testing.T) {
	c := config.Default()
	c.Set.Alpha, c.Iterations = admm.PerNode{3}, 2
	s := newStage(t, c, 120, 46).begun().batch(2)
	l := lensOf[*lens.Attacks](s)
	l.Audits.Run = briefAudit
	s.press("A").finish(l.Audits.Job).press("z")
	const found = "TPR "
	s.shows(found)
	l.Audits.Run = func(ctx context.Context, _ lens.Making, _ func(lens.Found)) (lens.Found, error) {
		<-ctx.Done()
		return lens.Found{}, ctx.Err()
	}
	s.press("enter").shows("setting the stage")
	s.hides(found)
	s.press("enter").shows(found)
	l.Audits.Run = func(context.Context, lens.Making, func(lens.Found)) (lens.Found, error) {
		return lens.Found{}, errors.New("no room for the data")
	}
	s.press("enter").finish(l.Audits.Job).shows("failed", "no room for the data", "Found before", found)
	s.with("delta", "1e-4").press("enter").finish(l.Audits.Job).shows("failed", "no room for the data", "Set otherwise by now: delta", found)
	s.with("variant", "printed").shows("set otherwise", found)
	s.hides("no room for the data")
}

// A audits what is set now: it begins anew where another setting is being audited, and never
// stops an audit.
func TestAAuditsWhatIsSetNow(t *testing.T) {
	s := newStage(t, config.Default(), 140, 50).begun().batch(4)
	l := lensOf[*lens.Attacks](s)
	l.Audits.Run = func(ctx context.Context, _ lens.Making, _ func(lens.Found)) (lens.Found, error) {
		<-ctx.Done()
		return lens.Found{}, ctx.Err()
	}
	s.press("A").batch(1)
	first := l.Audits.Job
	s.press("A").batch(1)
	if l.Audits.Job != first || !first.UnderWay() {
		t.Error("A ended the audit of what is set now")
	}
	s.m.grant(scene.Turn{Key: "alpha", Value: "0.1"})
	s.batch(1, s.changed("alpha = 0.1", 7, true)).shows("enter attacks what is set now")
	s.press("A").batch(1)
	if l.Audits.Job == first || !l.Audits.Job.UnderWay() {
		t.Error("A does not audit what is set now")
	}
	s.press("enter").batch(1)
	if l.Audits.Job.UnderWay() {
		t.Error("enter does not stop the audit under way")
	}
}

// An audit of data that have changed under their name is not of the data in force.
func TestAnAuditIsOfItsData(t *testing.T) {
	s := newStage(t, config.Default(), 140, 50)
	s.origin = "of then"
	s.begun().batch(4)
	l := lensOf[*lens.Attacks](s)
	l.Audits.Run = func(ctx context.Context, _ lens.Making, _ func(lens.Found)) (lens.Found, error) {
		<-ctx.Done()
		return lens.Found{}, ctx.Err()
	}
	s.press("A").batch(1).hides("Set otherwise")
	s.origin = "of now"
	s.press("r").begun().batch(1).shows("Set otherwise by now: data")
}
