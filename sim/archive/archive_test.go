package archive

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/sim/network"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// tried is a run of so many iterations with numbers of every kind.
func tried(id string, iterations int) Record {
	c := config.Default()
	c.Set.Alpha = []float64{0.1}
	c.Events = []config.Event{{At: 2, Key: "alpha", Value: "0.2"}, {At: iterations + 1, Edge: network.Edge{0, 1}}}
	return Record{
		ID: id, Began: noon, Config: c, End: Left,
		Last: sim.Row{
			Iteration: iterations, TrainLoss: 1.0 / 3, TestLoss: 0.4, TestError: 0.2, Disagreement: 5e-324, EpsilonStep: 0.5,
			EpsilonTotal: math.NaN(), Tight: math.Inf(1), TightDelta: 1e-5, Accountant: "gamma-norm", RealisedMax: math.Inf(-1),
		},
	}
}

func curve(iterations int) []Point {
	return Thin(iterations, 1, func(t int) sim.Row {
		return sim.Row{TrainLoss: 1 / float64(t), TestError: 0.25, EpsilonTotal: math.NaN(), Tight: math.Inf(1)}
	})
}

// Six digits of a total are not below it.
func TestAKeptTotalIsNotTooSmall(t *testing.T) {
	at := Thin(1, 1, func(int) sim.Row { return sim.Row{TrainLoss: 0.30000021, EpsilonTotal: 0.30000021, Tight: 0.30000021} })
	kept, err := parseCurve(formatCurve(at))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range rows.Curves() {
		want := map[*rows.Column]float64{rows.TrainLoss: 0.3, rows.EpsilonTotal: 0.300001, rows.Tight: 0.300001}
		if v, tested := want[c]; tested && math.Abs(kept[0].Values[i]-v) > 1e-12 {
			t.Errorf("%s: %g is kept of 0.30000021, want %g", c.Name, kept[0].Values[i], v)
		}
	}
}

func saved(t testing.TB, records ...Record) *Archive {
	t.Helper()
	a := Open(filepath.Join(t.TempDir(), "admmlab", "runs"))
	for _, r := range records {
		if err := a.Save(r, curve(r.Last.Iteration)); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// put is Save without waiting for the disk.
func put(t testing.TB, a *Archive, r Record, curve []Point) {
	t.Helper()
	body := curvesOf(formatCurve(curve))
	head, err := formatHead(r, body)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(a.Folder(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.Path(r.ID), append(head, body.text...), 0o600); err != nil {
		t.Fatal(err)
	}
}

func listed(t testing.TB, a *Archive) (ids []string, notes []string) {
	t.Helper()
	records, notes, err := a.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	return ids, notes
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// A change that ended the run where it stood has been made, one that was still to come has not.
func TestTheChangesOfARunAreThoseThatHappened(t *testing.T) {
	for _, c := range []struct {
		end    End
		change config.Event
		want   int
	}{
		{Left, config.Event{At: 41, Key: "alpha", Value: "0.3"}, 1},
		{Halted, config.Event{At: 41, Key: "alpha", Value: "0.3"}, 1},
		{Met, config.Event{At: 41, Key: "stop_when", Value: "test_error < 0.9"}, 2},
		{Budget, config.Event{At: 41, Key: "alpha", Value: "3"}, 2},
		{Budget, config.Event{At: 42, Key: "alpha", Value: "3"}, 1},
		{Limit, config.Event{At: 41, Key: "iterations", Value: "7"}, 2},
	} {
		r := tried("a", 40)
		r.End, r.Config.Events = c.end, []config.Event{r.Config.Events[0], c.change}
		want(t, fmt.Sprint(c), r.Changes(), c.want)
	}
}

func TestARunComesBackAsItWas(t *testing.T) {
	r := tried("a", 40)
	a := saved(t, r)
	records, notes, err := Open(a.Folder()).List(t.Context()) // as in a later session
	if err != nil || len(records) != 1 || notes != nil {
		t.Fatalf("%d runs, %v, %v", len(records), notes, err)
	}
	got := records[0]
	want(t, "session", got.Config.Text(), r.Config.Text())
	want(t, "values", fmt.Sprintf("%+v", got.Last), fmt.Sprintf("%+v", r.Last))
	want(t, "rest", []any{got.ID, got.Name, got.Began, got.End, got.Changes()}, []any{"a", "", noon, Left, 1})
	want(t, "settings", got.Settings(), "[{alpha [0.1 0.5]}]")
	_, points, err := a.Curve("a")
	if err != nil || len(points) != 40 || points[2].At(rows.TrainLoss) != 0.333333 || !math.IsNaN(points[0].At(rows.EpsilonTotal)) || !math.IsInf(points[0].At(rows.Tight), 1) {
		t.Errorf("curve %v, %v", points, err)
	}
}

// What would be too large to be read again takes the place of no run that can be.
func TestARunTooLargeToBeReadIsNotWritten(t *testing.T) {
	small := tried("20260301-120000-1", 40)
	a := saved(t, small)
	large := curves{text: make([]byte, files.MostKept)}
	if err := a.write(tried(small.ID, 41), large, a.standing(small.ID)); err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Errorf("the larger state: %v, want that it is too large", err)
	}
	list, notes, err := a.List(t.Context())
	if err != nil || len(notes) > 0 || len(list) != 1 || list[0].Last.Iteration != 40 {
		t.Errorf("%d runs, notes %q, %v; want the run as it was kept before", len(list), notes, err)
	}
}

// Nor is it what comes back of one that was deleted: that is the run as it was.
func TestARunTooLargeToBeReadComesBackAsItWasDeleted(t *testing.T) {
	small, large := tried("20260301-120000-1", 40), tried("20260301-120000-1", 41)
	large.Origin = strings.Repeat("x", files.MostKept)
	a := saved(t, small)
	back, err := a.Delete(small.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Save(large, nil); !Final(err) {
		t.Errorf("saved though it is deleted and too large: %v", err)
	}
	if err := back(); err != nil {
		t.Error(err)
	}
	if list, _, err := a.List(t.Context()); err != nil || len(list) != 1 || list[0].Last.Iteration != 40 {
		t.Errorf("%d runs, %v; want the one that was deleted", len(list), err)
	}
}

// A run whose file cannot be read just now is not written over it, as it may have a name there.
func TestARunThatCannotBeReadJustNowKeepsItsName(t *testing.T) {
	a := saved(t, tried("x", 3))
	if err := a.Rename("x", "mine"); err != nil {
		t.Fatal(err)
	}
	path := a.Path("x")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, files.MostKept+1); err != nil { // more than is read
		t.Fatal(err)
	}
	if err := a.Save(tried("x", 4), nil); err == nil || !strings.Contains(err.Error(), "reading the run x: ") {
		t.Errorf("saved over what cannot be read: %v", err)
	}
	if err := os.Truncate(path, info.Size()); err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("x", 5), nil); err != nil {
		t.Fatal(err)
	}
	if list, notes, err := a.List(t.Context()); err != nil || notes != nil || len(list) != 1 || list[0].Name != "mine" || list[0].Last.Iteration != 5 {
		t.Errorf("%+v, %q, %v", list, notes, err)
	}
}

func TestALongCurveIsThinnedAndKeepsItsEnds(t *testing.T) {
	for _, n := range []int{1, 2, 999, 1000, 1001, 2000, 2001, 123_457} {
		c := curve(n)
		if c[0].Iteration != 1 || c[len(c)-1].Iteration != n || len(c) > mostPoints+1 || n <= mostPoints && len(c) != n {
			t.Errorf("%d iterations: %d points, %d to %d", n, len(c), c[0].Iteration, c[len(c)-1].Iteration)
		}
	}
}

func TestNamesAndDeletions(t *testing.T) {
	a := saved(t, tried("a", 3), tried("b", 3))
	if err := a.Rename("a", "baseline \x1b[2J| 日本"); err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("a", 9), curve(9)); err != nil { // it was still running
		t.Fatal(err)
	}
	undo, err := a.Delete("b")
	if err != nil {
		t.Fatal(err)
	}
	ended := tried("b", 9)
	ended.End = Limit
	if err := errors.Join(a.Save(ended, curve(9)), a.Save(tried("b", 7), curve(7))); err != nil { // it was still running, and came to its end
		t.Fatal(err)
	}
	if err := a.Save(tried("a", 5), curve(5)); err != nil { // older than what is there
		t.Fatal(err)
	}
	records, _, _ := a.List(t.Context())
	if len(records) != 1 || records[0].Name != "baseline \x1b[2J| 日本" || records[0].Last.Iteration != 9 {
		t.Errorf("%+v", records)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	ids, _ := listed(t, a)
	want(t, "after undo", ids, "[b a]")
	_, points, err := a.Curve("b")
	want(t, "curve after undo", []any{len(points), err}, []any{9, nil})
	if records, _, _ := a.List(t.Context()); records[0].ID != "b" || records[0].End != Limit || records[0].Last.Iteration != 9 {
		t.Errorf("brought back: %+v", records[0])
	}
	for what, err := range map[string]error{"rename": a.Rename("no", "x"), "delete": second(a.Delete("no")), "curve": third(a.Curve("no"))} {
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s of no run: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func third[T, U any](_ T, _ U, err error) error { return err }

// Whatever is cut off or changed is noticed, set aside, and the others load.
func TestADamagedFileIsSetAsideAndNothingElseIs(t *testing.T) {
	source := saved(t, tried("x", 4))
	whole, err := os.ReadFile(source.Path("x"))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	flip := func(at int) []byte {
		b := bytes.Clone(whole)
		b[at] ^= 4
		return b
	}
	for name, c := range map[string]struct {
		text []byte
		why  string
	}{
		"empty":                   {nil, "ends in mid-line"},
		"something else":          {[]byte("hello\nworld\n"), "it is not a run"},
		"torn in its first line":  {whole[:20], "ends in mid-line"},
		"torn in its head":        {whole[:len(lines[0])+50], "ends in mid-line"},
		"torn in its curves":      {whole[:len(whole)-1], "not as long"},
		"longer":                  {append(bytes.Clone(whole), '\n'), "not as long"},
		"all zero":                {make([]byte, len(whole)), "ends in mid-line"},
		"a letter changed":        {flip(len(lines[0]) + 60), "checksum"},
		"a later version":         {bytes.Replace(whole, []byte("run 1 "), []byte("run 2 "), 1), "its version is 2, expected 1"},
		"a first line half there": {bytes.Replace(whole, []byte("run 1 "), []byte("run 1 ? "), 1), "first line is torn"},
	} {
		t.Run(name, func(t *testing.T) {
			a := saved(t, tried("a", 3), tried("z", 3))
			if err := os.WriteFile(a.Path("m"), c.text, 0o600); err != nil {
				t.Fatal(err)
			}
			ids, notes := listed(t, a)
			want(t, "listed", ids, "[z a]")
			if len(notes) != 1 || !strings.Contains(notes[0], c.why) || !strings.Contains(notes[0], "m.run.damaged") {
				t.Errorf("notes %q", notes)
			}
			if kept, err := os.ReadFile(a.Path("m") + aside); err != nil || !bytes.Equal(kept, c.text) {
				t.Errorf("what was set aside: %q, %v", kept, err)
			}
			if ids, notes := listed(t, a); len(ids) != 2 || notes != nil {
				t.Errorf("told twice: %q", notes)
			}
		})
	}
	a := saved(t, tried("a", 3))
	if err := os.WriteFile(a.Path("a"), flipIn(t, a, "a"), 0o600); err != nil {
		t.Fatal(err)
	}
	ids, _ := listed(t, a) // its values are whole
	want(t, "listed", ids, "[a]")
	if _, _, err := a.Curve("a"); err == nil || !strings.Contains(err.Error(), "checksum of its curves") {
		t.Errorf("damaged curves: %v", err)
	}
}

// Damage in its curves keeps a run neither from its name nor from being deleted and brought
// back, and is not made good by that.
func TestARunWithDamagedCurvesIsNamedAndDeleted(t *testing.T) {
	a := saved(t, tried("x", 3))
	if err := os.WriteFile(a.Path("x"), flipIn(t, a, "x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.Rename("x", "mine"); err != nil {
		t.Fatal(err)
	}
	undo, err := a.Delete("x")
	if err != nil || there(a.Path("x")) {
		t.Fatalf("deleting: %v", err)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	if records, notes, err := a.List(t.Context()); err != nil || len(records) != 1 || records[0].Name != "mine" || notes != nil {
		t.Errorf("%v, %q, %v", records, notes, err)
	}
	if _, _, err := a.Curve("x"); err == nil || !strings.Contains(err.Error(), "checksum of its curves") {
		t.Errorf("its curves: %v", err)
	}
}

// What was set aside once is not lost to what is set aside later.
func TestSettingAsideReplacesNothing(t *testing.T) {
	a := saved(t, tried("a", 3))
	for i, text := range []string{"first", "second", "third"} {
		if err := os.WriteFile(a.Path("m"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		name := "m.run.damaged" + []string{"", ".2", ".3"}[i]
		if _, notes := listed(t, a); len(notes) != 1 || !strings.Contains(notes[0], name+" in") {
			t.Errorf("notes %q", notes)
		}
		if kept, err := os.ReadFile(filepath.Join(a.Folder(), name)); err != nil || string(kept) != text {
			t.Errorf("%s holds %q, %v", name, kept, err)
		}
	}
}

// A name may be too long for the one it would be set aside as: the file stays, and is told.
func TestADamagedFileOfALongNameIsLeftOut(t *testing.T) {
	for _, length := range []int{240, 251} { // and .run: a name has 255 bytes at most
		a := saved(t, tried("a", 3))
		long := strings.Repeat("b", length)
		if err := os.WriteFile(a.Path(long), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		told := "was set aside"
		if length > 243 {
			told = "was left out"
		}
		if records, notes := listed(t, a); len(records) != 1 || len(notes) != 1 || !strings.Contains(notes[0], told) {
			t.Errorf("%d bytes: %d runs, notes %q, want 1 and that it %s", length, len(records), notes, told)
		}
	}
}

// flipIn is the file of a run with a digit of its curves changed.
func flipIn(t *testing.T, a *Archive, id string) []byte {
	t.Helper()
	text, err := os.ReadFile(a.Path(id))
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)-3] ^= 1
	return text
}

// A file that is not a run is not touched, a pipe not waited for.
func TestForeignFilesStayAndOldTemporaryOnesGo(t *testing.T) {
	a := saved(t, tried("a", 3))
	foreign, left := []string{"notes.txt", "old.run.damaged", ".admmlab-00000000000000000007.tmp"}, ".admmlab-00000000000000000006.tmp"
	for _, name := range append(foreign, left) {
		if err := os.WriteFile(filepath.Join(a.Folder(), name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(a.Folder(), left), noon, noon.AddDate(-10, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(a.Folder(), "folder.run"), 0o700); err != nil {
		t.Fatal(err)
	}
	if ids, notes := listed(t, a); len(ids) != 1 || notes != nil {
		t.Errorf("%v, %v", ids, notes)
	}
	for _, name := range foreign {
		if _, err := os.Stat(filepath.Join(a.Folder(), name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(a.Folder(), left)); !os.IsNotExist(err) {
		t.Error("the temporary file of a dead program is still there")
	}
}

func TestTheNewestAndTheNamedAreKept(t *testing.T) {
	a := saved(t)
	id := func(i int) string { return fmt.Sprintf("%04d", i) }
	for i := range Most + 5 {
		r := tried(id(i), 1)
		r.Began = noon.Add(time.Duration(i) * time.Second)
		if i == 2 {
			r.Name = "kept"
		}
		put(t, a, r, nil)
	}
	ids, _ := listed(t, a)
	if len(ids) != Most+1 || ids[0] != id(Most+4) || ids[Most-1] != id(5) || ids[Most] != id(2) {
		t.Errorf("%d runs, %s to %s", len(ids), ids[0], ids[len(ids)-1])
	}
}

func TestAFolderThatCannotBeMadeOrReadIsOneClearLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if ids, notes := listed(t, Open(filepath.Join(t.TempDir(), "none"))); ids != nil || notes != nil {
		t.Errorf("a folder that is not there yet: %v %v", ids, notes)
	}
	a := Open(filepath.Join(file, "runs"))
	err := a.Save(tried("a", 1), curve(1))
	if err == nil || !strings.Contains(err.Error(), "expected a place that can be written") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	if _, _, err := Open(file).List(t.Context()); err == nil || !strings.Contains(err.Error(), "expected a folder that can be read") {
		t.Errorf("%v", err)
	}
}

// Where the folder is moved away and made again, by the next run that is saved, nobody has deleted
// the others: they are saved, too. A list says that the folder is away, where it was there before.
func TestAFolderThatIsMadeAgainDeletesNothing(t *testing.T) {
	a := saved(t, tried("a", 40), tried("b", 40))
	if err := os.Rename(a.Folder(), a.Folder()+".away"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.List(t.Context()); err == nil || !strings.Contains(err.Error(), "is away") {
		t.Errorf("a list of a folder that is away: %v", err)
	}
	for _, r := range []Record{tried("c", 40), tried("a", 50), tried("b", 50)} {
		if err := a.Save(r, curve(r.Last.Iteration)); err != nil {
			t.Fatal(err)
		}
	}
	ids, _ := listed(t, a)
	slices.Sort(ids)
	want(t, "kept in the folder that is made again", ids, []string{"a", "b", "c"})
	if ids, _ := listed(t, Open(a.Folder()+".none")); ids != nil {
		t.Errorf("of a folder that never was: %v", ids)
	}
}

// Nor has anybody where the folder is removed and made again by another: the file system may give it
// the number of the one before.
func TestAFolderThatAnotherMakesAgainDeletesNothing(t *testing.T) {
	a := saved(t, tried("a", 40))
	listed(t, a)
	for n := 50; n < 80; n += 10 {
		if err := a.Save(tried("a", n), curve(n)); err != nil { // makes the file of the lock, too
			t.Fatal(err)
		}
		if err := os.RemoveAll(a.Folder()); err != nil {
			t.Fatal(err)
		}
		put(t, a, tried("other", 40), curve(40))
	}
	if err := a.Save(tried("a", 90), curve(90)); err != nil {
		t.Fatal(err)
	}
	ids, _ := listed(t, a)
	slices.Sort(ids)
	want(t, "kept", ids, []string{"a", "other"})
}

// A run that is seen in the folder made again, and deleted there, is told to be deleted, but one that was
// seen only in the folder before is not.
func TestAFolderThatIsMadeAgainHasRunsDeletedInIt(t *testing.T) {
	a := saved(t, tried("a", 40))
	put(t, Open(a.Folder()), tried("before", 40), curve(40))
	listed(t, a)
	if err := os.Rename(a.Folder(), a.Folder()+".away"); err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("a", 50), curve(50)); err != nil {
		t.Fatal(err)
	}
	b := Open(a.Folder())
	put(t, b, tried("b", 40), curve(40))
	listed(t, a)
	for _, id := range []string{"a", "b"} {
		if _, err := b.Delete(id); err != nil {
			t.Fatal(err)
		}
	}
	for id, deleted := range map[string]bool{"a": true, "b": true, "before": false} {
		_, deleting := a.Delete(id)
		for what, err := range map[string]error{"naming": a.Rename(id, "mine"), "reading": third(a.Curve(id)), "deleting": deleting} {
			if err == nil || Final(err) != deleted || deleted == strings.Contains(err.Error(), "another than it was kept in") {
				t.Errorf("%s the run %s, deleted = %t: %v", what, id, deleted, err)
			}
		}
	}
}

// What was deleted and is brought back takes the place of nothing that has gone on since.
func TestBringingBackTakesNothingNewerBack(t *testing.T) {
	a := saved(t, tried("a", 40))
	b := Open(a.Folder())
	listed(t, b)
	undo, err := b.Delete("a")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(a.Folder(), a.Folder()+".away"); err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("a", 60), curve(60)); err != nil {
		t.Fatal(err)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	if r, _, err := a.Curve("a"); err != nil || r.Last.Iteration != 60 {
		t.Errorf("brought back to t = %d, %v: it had gone on to 60", r.Last.Iteration, err)
	}
}

func TestIDsSortByTimeAndDiffer(t *testing.T) {
	a, b, c := NewID(noon), NewID(noon), NewID(noon.Add(time.Second))
	if a == b || !(a < c) || !(b < c) || !strings.HasPrefix(a, "20260301-120000-") {
		t.Error(a, b, c)
	}
}

// No bytes bring reading down, and what is read is written back the same.
func FuzzParse(f *testing.F) {
	body := curvesOf(formatCurve(curve(3)))
	head, err := formatHead(tried("x", 3), body)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(head, body.text...))
	f.Add([]byte("admmlab run 1 0 0 0\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, body, err := parse(text)
		if err != nil {
			return
		}
		head, err := formatHead(r, body)
		if err != nil {
			t.Fatal(err)
		}
		again, rest, err := parse(append(head, body.text...))
		if err != nil || !bytes.Equal(rest.text, body.text) || rest.crc != body.crc || again.Config.Text() != r.Config.Text() || !reflect.DeepEqual(fmt.Sprint(again.Last), fmt.Sprint(r.Last)) {
			t.Errorf("%+v, %v, want %+v", again, err, r)
		}
		if points, err := parseCurve(body.text); err == nil {
			parseCurve(formatCurve(points))
		}
	})
}

func BenchmarkListOfAThousand(b *testing.B) {
	a := saved(b)
	for i := range Most {
		put(b, a, tried(fmt.Sprintf("%04d", i), 2000), curve(2000))
	}
	for b.Loop() {
		if records, _, err := a.List(b.Context()); len(records) != Most || err != nil {
			b.Fatal(len(records), err)
		}
	}
}

// What another laboratory does to the oldest run meanwhile counts: with a name it stays.
func TestPruningWaitsForWhoeverHasTheFolder(t *testing.T) {
	a := Open(t.TempDir())
	for i := range Most + 1 {
		r := tried(fmt.Sprintf("%06d", i), 3)
		r.Began = noon.Add(time.Duration(i) * time.Second)
		head, err := formatHead(r, curves{})
		if err = cmp.Or(err, os.WriteFile(a.Path(r.ID), head, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	release, err := a.lock()
	if err != nil {
		t.Fatal(err)
	}
	listed := make(chan error, 1)
	go func() {
		_, _, err := a.List(t.Context())
		listed <- err
	}()
	select {
	case <-listed:
		t.Fatal("it has deleted what is above the limit")
	case <-time.After(lockTime / 4):
	}
	oldest := tried("000000", 3)
	oldest.Name, oldest.Began = "keep", noon
	if err := a.write(oldest, curves{}, a.standing(oldest.ID)); err != nil {
		t.Fatal(err)
	}
	release()
	if err := <-listed; err != nil || !there(a.Path("000000")) {
		t.Errorf("a run with a name is deleted, %v", err)
	}
}

// Two laboratories share the folder: what one does to a run of the other's stays done
// when the other saves it again.
func TestTwoLaboratoriesInOneFolder(t *testing.T) {
	runs := saved(t, tried("run", 5))
	other := Open(runs.Folder())
	save := func(iterations int) {
		t.Helper()
		if err := runs.Save(tried("run", iterations), curve(iterations)); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Rename("run", "the best"); err != nil {
		t.Fatal(err)
	}
	save(6)
	records, _, err := other.List(t.Context())
	if err != nil || len(records) != 1 || records[0].Name != "the best" || records[0].Last.Iteration != 6 {
		t.Fatalf("after the next save: %+v, %v", records, err)
	}
	undo, err := other.Delete("run")
	if err != nil {
		t.Fatal(err)
	}
	save(7)
	if ids, _ := listed(t, other); len(ids) != 0 {
		t.Errorf("deleted, and there again: %v", ids)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	save(8)
	if records, _, _ := other.List(t.Context()); len(records) != 1 || records[0].Name != "the best" || records[0].Last.Iteration != 8 {
		t.Errorf("brought back and saved: %+v", records)
	}
	if err := os.RemoveAll(runs.Folder()); err != nil { // not a run was deleted, but all of it was lost
		t.Fatal(err)
	}
	save(9)
	if ids, _ := listed(t, other); len(ids) != 1 {
		t.Errorf("the folder was lost, and the next save is, too")
	}
}

// Nothing is lost in between, either: reading a run and writing it changed is one step.
func TestNamesAreKeptWhileARunIsSaved(t *testing.T) {
	runs := saved(t, tried("run", 1))
	done := make(chan error)
	go func() {
		for i := range 60 {
			if err := runs.Save(tried("run", 2+i), curve(2)); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	other := Open(runs.Folder())
	for i := range 60 {
		name := fmt.Sprint("name ", i)
		if err := other.Rename("run", name); err != nil {
			t.Fatal(err)
		}
		if records, _, err := other.List(t.Context()); err != nil || records[0].Name != name {
			t.Fatalf("%s is lost: %+v, %v", name, records, err)
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// Whose data were noted says when they are others; nobody else does.
func TestDoubts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("x,label\n1,a\n2,b\n")
	r := tried("run", 5)
	r.Config.Data = "csv:" + path
	old := r
	old.ID = "old"
	var err error
	if r.Origin, err = runner.Origin(t.Context(), r.Config.Data); err != nil || r.Origin == "" {
		t.Fatal(r.Origin, err)
	}
	drawn, drawnAnew := tried("drawn", 5), tried("drawn anew", 5)
	drawn.Origin, drawnAnew.Origin = "census, version 1", "census, version 0"
	a := saved(t, r, old, drawn, drawnAnew)
	doubts := func() map[string]string {
		t.Helper()
		records, _, err := a.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := Doubt(t.Context(), records, runner.Origin); err != nil {
			t.Error(err)
		}
		of := map[string]string{}
		for _, r := range records {
			of[r.ID] = r.Doubt
		}
		return of
	}
	others := "its data are not those of then"
	if got, want := doubts(), map[string]string{"run": "", "old": "", "drawn": "", "drawn anew": others}; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
	write("x,label\n1,a\n3,b\n")
	if got := doubts(); got["run"] != others || got["old"] != "" {
		t.Errorf("changed: %v", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := doubts(); got["run"] != "its data cannot be read any more" || got["old"] != "" {
		t.Errorf("gone: %v", got)
	}
	place := func(what string, made error) {
		t.Helper()
		if made != nil {
			t.Fatal(made)
		}
		if got := doubts(); got["run"] != "its data are in no file that can be read again" || got["old"] != "" {
			t.Errorf("%s in its place: %v", what, got)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	place("a folder", os.Mkdir(path, 0o700))
	place("a link to a device", os.Symlink(os.DevNull, path))
}

// What another laboratory has deleted meanwhile is told so, and stays away.
func TestARunThatAnotherDeletedIsToldSo(t *testing.T) {
	a := saved(t, tried("x", 3))
	other := Open(a.Folder())
	if _, err := other.Delete("x"); err != nil {
		t.Fatal(err)
	}
	_, deleting := a.Delete("x")
	for what, err := range map[string]error{"naming": a.Rename("x", "mine"), "pinning": third(a.Curve("x")), "deleting": deleting} {
		if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "the run x is no longer kept: it was deleted") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if ids, _ := listed(t, a); len(ids) != 0 {
		t.Errorf("%s is back", ids)
	}
}

// writtenAt dates the file of a run.
func writtenAt(t *testing.T, a *Archive, id string, at time.Time) {
	t.Helper()
	if err := os.Chtimes(a.Path(id), at, at); err != nil {
		t.Fatal(err)
	}
}

// A clock that was wrong dates runs later than any to come: those made now are not to give
// way to a thousand of them.
func TestRunsOfALaterDateGiveWay(t *testing.T) {
	a := saved(t)
	now := time.Now()
	for i := range Most {
		r := tried(fmt.Sprintf("late-%04d", i), 1)
		r.Began = now.Add(time.Hour + time.Duration(i)*time.Second)
		put(t, a, r, nil)
		writtenAt(t, a, r.ID, r.Began)
	}
	for i, id := range []string{"first", "second"} {
		r := tried(id, 1)
		r.Began = now.Add(time.Duration(i-2) * time.Second)
		put(t, a, r, nil)
	}
	ids, _ := listed(t, a)
	if n := len(ids); n != Most || ids[n-1] != "first" || ids[n-2] != "second" || ids[n-3] != "late-0002" {
		t.Errorf("%d runs, %s to %v", n, ids[0], ids[n-3:])
	}
}

// A run that goes on does not give way to the thousand that others made since it began, nor
// where the clock was wrong by then and has been put right.
func TestARunThatGoesOnIsAmongTheNewest(t *testing.T) {
	a, now := saved(t), time.Now()
	for i := range Most {
		r := tried(fmt.Sprintf("%04d", i), 1)
		r.Began = now.Add(time.Duration(i-Most) * time.Minute)
		put(t, a, r, nil)
		writtenAt(t, a, r.ID, r.Began)
	}
	for what, began := range map[string]time.Time{"long ago": now.AddDate(-50, 0, 0), "tomorrow": now.AddDate(0, 0, 1)} {
		r := tried("x", 50)
		r.Began = began
		put(t, a, r, nil)
		if listed(t, Open(a.Folder())); !there(a.Path("x")) {
			t.Errorf("a run that began %s and goes on is deleted", what)
		}
	}
}

// What gave way to newer runs, as it had not gone on for long, nobody deleted: it is kept again
// where it goes on.
func TestARunThatGaveWayIsKeptAgainWhereItGoesOn(t *testing.T) {
	a, now := saved(t, tried("x", 50)), time.Now()
	writtenAt(t, a, "x", now.AddDate(0, 0, -1))
	for i := range Most {
		put(t, a, tried(fmt.Sprintf("%04d", i), 1), nil)
	}
	if listed(t, a); there(a.Path("x")) {
		t.Fatal("the oldest run is there yet")
	}
	if err := a.Save(tried("x", 100), nil); err != nil || !there(a.Path("x")) {
		t.Errorf("it is lost: %v", err)
	}
}

// Runs whose sessions would not fit into memory are left out, the oldest, and that is told; none
// is deleted.
func TestAListFitsIntoMemory(t *testing.T) {
	defer func(changes, text int) { mostChanges, mostText = changes, text }(mostChanges, mostText)
	mostChanges = 10
	a := Open(t.TempDir())
	for _, id := range []string{"a", "b", "c"} {
		r := tried(id, 9)
		r.Config.Events = nil
		for i := range 6 {
			r.Config.Events = append(r.Config.Events, config.Event{At: 2 + i, Key: "alpha", Value: "0.1"})
		}
		if err := a.Save(r, curve(9)); err != nil {
			t.Fatal(err)
		}
	}
	ids, notes := listed(t, a)
	want(t, "runs", ids, "[c b]")
	want(t, "notes", notes, "[the oldest of the kept runs, 1, are left out: those listed have 12 changes and 0 MiB of text in all, expected fewer than 10 and 100; delete some of these]")
	mostChanges, mostText = 100, 1500
	if ids, notes := listed(t, a); len(ids) >= 3 || len(notes) != 1 {
		t.Errorf("with long texts %v are listed, and %v is told", ids, notes)
	}
	if _, _, err := a.Curve("a"); err != nil {
		t.Error(err)
	}
}

// A list ends with its context, and sets nothing aside then.
func TestAListEndsWithItsContext(t *testing.T) {
	a := saved(t, tried("a", 9))
	ended, end := context.WithCancel(t.Context())
	end()
	if records, notes, err := a.List(ended); !errors.Is(err, context.Canceled) || records != nil || notes != nil {
		t.Errorf("%d runs, %v, %v", len(records), notes, err)
	}
	if ids, _ := listed(t, a); len(ids) != 1 {
		t.Errorf("the run is gone: %v", ids)
	}
}

// endsAfter is a context that ends once it has been asked so often.
type endsAfter struct {
	context.Context
	asked int
}

func (c *endsAfter) Err() error {
	if c.asked--; c.asked < 0 {
		return context.Canceled
	}
	return nil
}

// What is set aside is told, whenever a list ends: one that ends early leaves the damaged files
// that it has not come to to the next one.
func TestAListThatEndsEarlyTellsWhatItHasSetAside(t *testing.T) {
	a := saved(t, tried("a", 9))
	for _, id := range []string{"b", "c"} {
		if err := os.WriteFile(a.Path(id), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	for n := range 20 {
		_, notes, err := a.List(&endsAfter{t.Context(), n})
		told = append(told, append(a.Untold(), notes...)...)
		if aside := a.asides("b") + a.asides("c"); len(told) != aside || err != nil && notes != nil {
			t.Fatalf("after being asked %d times: %d files are aside, and it told %q", n, aside, told)
		}
		if err == nil {
			if len(told) != 2 || len(notes) == 2 || n < 3 {
				t.Errorf("after being asked %d times: %q, %q of them before it ended early", n, told, notes)
			}
			return
		}
	}
	t.Error("no list came to its end")
}

// A run under way whose file is damaged is written anew, and the damaged one set aside.
func TestADamagedFileOfARunThatGoesOnIsSetAside(t *testing.T) {
	a := saved(t, tried("x", 3))
	whole, err := os.ReadFile(a.Path("x"))
	if err != nil {
		t.Fatal(err)
	}
	torn := append([]byte("?"), whole[1:]...)
	if err := os.WriteFile(a.Path("x"), torn, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("x", 4), nil); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadFile(a.Path("x") + ".damaged")
	if err != nil || !bytes.Equal(left, torn) {
		t.Errorf("what was set aside: %q, %v", left, err)
	}
	if records, notes, err := a.List(t.Context()); err != nil || len(records) != 1 || records[0].Last.Iteration != 4 || notes != nil {
		t.Errorf("%v, %q, %v", records, notes, err)
	}
	if notes := a.Untold(); len(notes) != 1 || !strings.Contains(notes[0], "x.run is damaged") || a.Untold() != nil {
		t.Errorf("told %q", notes)
	}
}

// A run whose file was damaged once stays deleted where another laboratory deletes it later.
func TestADeletedRunStaysDeletedAfterDamage(t *testing.T) {
	a := saved(t, tried("x", 3))
	if err := os.WriteFile(a.Path("x"), []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("x", 4), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(a.Folder()).Delete("x"); err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("x", 5), nil); err != nil || there(a.Path("x")) {
		t.Errorf("it is there again: %v, %v", there(a.Path("x")), err)
	}
}

// A run that ended while another laboratory had deleted it is kept as it ended once that one
// brings it back.
func TestARunThatEndedWhileItWasDeletedIsKeptInTheEnd(t *testing.T) {
	a := saved(t, tried("x", 3))
	other := Open(a.Folder())
	undo, err := other.Delete("x")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("x", 9), nil); err != nil {
		t.Fatal(err)
	}
	if err := a.CatchUp(); err != nil || there(a.Path("x")) || !a.Behind() {
		t.Fatalf("it is there before it is brought back: %v, %v; looked for: %v", there(a.Path("x")), err, a.Behind())
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := a.CatchUp(); err != nil {
			t.Fatal(err)
		}
	}
	if records, _, err := a.List(t.Context()); err != nil || len(records) != 1 || records[0].Last.Iteration != 9 || a.Behind() {
		t.Errorf("%v, %v; looked for: %v", records, err, a.Behind())
	}
}

// What was missed while another laboratory had deleted a run is not looked for any more once the run is
// kept with more iterations: here it was deleted, too, and brought back.
func TestARunThatIsKeptAsItEndedIsLookedForNoMore(t *testing.T) {
	a := saved(t, tried("x", 3))
	do := func(all ...func() error) {
		t.Helper()
		for _, one := range all {
			if err := one(); err != nil {
				t.Fatal(err)
			}
		}
	}
	save := func(iterations int) func() error {
		return func() error { return a.Save(tried("x", iterations), nil) }
	}
	deleted := func(by *Archive) (undo func() error) {
		t.Helper()
		undo, err := by.Delete("x")
		if err != nil {
			t.Fatal(err)
		}
		return undo
	}
	theirs := deleted(Open(a.Folder()))
	do(save(5), theirs)
	ours := deleted(a)
	do(save(7), ours, a.CatchUp)
	if records, _, err := a.List(t.Context()); err != nil || len(records) != 1 || records[0].Last.Iteration != 7 || a.Behind() {
		t.Errorf("%v, %v; looked for: %v", records, err, a.Behind())
	}
}

// What fails of it is saved by the next call.
func TestWhatCannotBeSavedOfARunThatIsBackIsSavedLater(t *testing.T) {
	a := saved(t, tried("x", 3))
	undo, err := Open(a.Folder()).Delete("x")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Save(tried("x", 9), nil), undo()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(a.Path("x"))
	if err := errors.Join(err, os.Truncate(a.Path("x"), files.MostKept+1)); err != nil { // more than is read
		t.Fatal(err)
	}
	if err := a.CatchUp(); err == nil || !a.Behind() {
		t.Errorf("over what cannot be read: %v, looked for: %v", err, a.Behind())
	}
	if err := errors.Join(os.Truncate(a.Path("x"), info.Size()), a.CatchUp()); err != nil || a.Behind() {
		t.Errorf("%v, looked for: %v", err, a.Behind())
	}
	if list, _, err := a.List(t.Context()); err != nil || len(list) != 1 || list[0].Last.Iteration != 9 {
		t.Errorf("%+v, %v", list, err)
	}
}

// A name that a full disk did not take, and that is given again behind a deletion, is there once
// the run is brought back.
func TestADeletedRunThatIsNamedHasItsNameWhenItIsBack(t *testing.T) {
	a := saved(t, tried("x", 3))
	undo, err := a.Delete("x")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Rename("x", "mine"); err != nil {
		t.Fatal(err)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	if records, _, err := a.List(t.Context()); err != nil || len(records) != 1 || records[0].Name != "mine" {
		t.Errorf("%v, %v", records, err)
	}
}

// Of a history that keeps every second or fourth iteration only those are taken that it has.
func TestACurveHasIterationsThatThereAre(t *testing.T) {
	for _, every := range []int{1, 2, 4, 8} {
		const n = 140_500
		c := Thin(n, every, func(t int) sim.Row { // as a history does, for one between the last before it
			if t < n {
				t -= (t - 1) % every
			}
			return sim.Row{Iteration: t, TrainLoss: float64(t)}
		})
		if len(c) > mostPoints+1 {
			t.Errorf("every %d: %d points", every, len(c))
		}
		for _, p := range c {
			if p.Values[0] != float64(p.Iteration) {
				t.Fatalf("every %d: iteration %d has the numbers of %g", every, p.Iteration, p.Values[0])
			}
		}
	}
}
