package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func writing(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// holds fails unless the folder has exactly these files.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != len(want) {
		t.Errorf("the folder holds %v (%v), want %d files", files, err, len(want))
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, text)
		}
	}
}

// takeKept takes what stays for people out of the folder: the error tells each of them, with what was to be
// written, and nothing tidies it away.
func takeKept(t *testing.T, dir string, err error) (texts []string) {
	t.Helper()
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		if filepath.Ext(path) != ".kept" {
			continue
		}
		text, readErr := os.ReadFile(path)
		if readErr != nil || err == nil || !strings.Contains(err.Error(), " as "+path) {
			t.Errorf("%s is kept (%v), and told is %v", path, readErr, err)
		}
		if Tidy(dir, nil); os.Remove(path) != nil {
			t.Errorf("%s is tidied away", path)
		}
		texts = append(texts, string(text))
	}
	slices.Sort(texts)
	return texts
}

func TestWriteNewOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	for i, want := range []string{"rows.csv", "rows-2.csv", "rows-3.csv"} {
		got, err := WriteNew(filepath.Join(dir, "rows.csv"), writing(want))
		if err != nil || filepath.Base(got) != want {
			t.Errorf("file %d is %s (%v), want %s", i+1, got, err, want)
		}
	}
	holds(t, dir, map[string]string{"rows.csv": "rows.csv", "rows-2.csv": "rows-2.csv", "rows-3.csv": "rows-3.csv"})
}

// A panic, which somebody makes a sentence of, leaves nothing either.
func TestAPanicLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	for name, write := range map[string]func(string, func(io.Writer) error) error{
		"Write":    func(path string, write func(io.Writer) error) error { return Write(t.Context(), path, nil, write) },
		"WriteNew": func(path string, write func(io.Writer) error) error { _, err := WriteNew(path, write); return err },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s swallows a panic", name)
				}
			}()
			write(filepath.Join(dir, "a"), func(io.Writer) error { panic("no fonts") })
		}()
	}
	holds(t, dir, nil)
}

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir, full := t.TempDir(), errors.New("no space left on device")
	broken := func(w io.Writer) error { return errors.Join(writing("half")(w), full) }
	path := filepath.Join(dir, "rows.csv")
	if _, err := WriteNew(path, broken); !errors.Is(err, full) {
		t.Errorf("WriteNew returned %v", err)
	}
	if err := Write(t.Context(), path, nil, broken); !errors.Is(err, full) || err.Error() != full.Error() {
		t.Errorf("Write returned %v", err)
	}
	holds(t, dir, nil)
	if err := Write(t.Context(), path, nil, writing("first")); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), path, nil, broken); err == nil {
		t.Error("no error")
	}
	holds(t, dir, map[string]string{"rows.csv": "first"})
	if err := Write(t.Context(), path, nil, writing("second")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"rows.csv": "second"})
}

func TestAFolderThatIsNotThereIsOneClearLine(t *testing.T) {
	_, err := WriteNew(filepath.Join(t.TempDir(), "none", "rows.csv"), writing(""))
	if err == nil || !strings.Contains(err.Error(), "expected a folder that can be written") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	if err := Write(t.Context(), t.TempDir(), nil, writing("")); err == nil || !strings.Contains(err.Error(), "not an ordinary file") {
		t.Errorf("a folder: %v", err)
	}
}

// Where one file of several cannot be filled, all stay as they were.
func TestABatchIsThereWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	table, page, linked := filepath.Join(dir, "table"), filepath.Join(dir, "page"), filepath.Join(dir, "linked")
	if err := os.WriteFile(table, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(table, linked); err != nil { // of several names: copied into
		t.Skip(err)
	}
	failed := errors.New("no ink")
	write := func(last func(io.Writer) error) error {
		var b Batch
		defer b.Close()
		for _, name := range []string{table, page} {
			if err := b.Write(t.Context(), name, nil, writing("new")); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Write(t.Context(), page+"2", nil, last); err != nil {
			return err
		}
		return b.Settle(t.Context())
	}
	if err := write(func(io.Writer) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	holds(t, dir, map[string]string{"table": "old", "linked": "old"})
	if err := write(writing("new")); err != nil {
		t.Error(err)
	}
	holds(t, dir, map[string]string{"table": "new", "linked": "new", "page": "new", "page2": "new"})
}

// What is made anew takes a descriptor for its folder, and none for each of its files.
func TestABatchOfManyFilesHasFewOpen(t *testing.T) {
	dir := t.TempDir()
	b := Batch{Anew: true}
	defer b.Close()
	want := map[string]string{}
	for i := range 40 {
		name := fmt.Sprintf("table-%d", i)
		if err := b.Write(t.Context(), filepath.Join(dir, name), nil, writing("new")); err != nil {
			t.Fatal(err)
		}
		want[name] = "new"
	}
	if len(b.folders) != 1 || slices.ContainsFunc(b.filled, func(o filled) bool { return o.to.Close() == nil }) {
		t.Errorf("%d folders are open, or a file is", len(b.folders))
	}
	if err := b.Settle(t.Context()); err != nil {
		t.Error(err)
	}
	holds(t, dir, want)
}

// Where one of several cannot be moved to its place, which nobody can know before, all stay as
// they were, and nothing new is there.
func TestABatchThatCannotBeMovedIsTakenBack(t *testing.T) {
	dir, aside := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", aside)
	names := []string{"alone", "fresh", "linked", "last"}
	for _, name := range []string{"alone", "linked", "last"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, "linked"), filepath.Join(dir, "again")); err != nil { // of several names: copied into
		t.Skip(err)
	}
	var b Batch
	for _, name := range names {
		if err := b.Write(t.Context(), filepath.Join(dir, name), nil, writing("newer")); err != nil {
			t.Fatal(err)
		}
	}
	last := filepath.Join(dir, "last")
	if err := os.Remove(b.filled[3].name); err != nil { // somebody tidies by hand
		t.Fatal(err)
	}
	err := b.Settle(t.Context())
	if err == nil || !strings.HasPrefix(err.Error(), "writing "+last+": what was filled for it") || !strings.Contains(err.Error(), last+" as "+aside) {
		t.Errorf("what is not there was moved: %v", err)
	}
	if texts := takeKept(t, aside, err); !slices.Equal(texts, []string{"newer"}) { // though nobody can name it any more
		t.Errorf("kept is %q", texts)
	}
	if texts := takeKept(t, dir, err); !slices.Equal(texts, []string{"newer", "newer", "newer"}) {
		t.Errorf("kept is %q", texts)
	}
	holds(t, dir, map[string]string{"alone": "old", "linked": "old", "again": "old", "last": "old"})
}

// What somebody has put in the place of the hidden file is not moved to where that was to go, and what it
// was filled with is not lost with its name.
func TestOnlyWhatWasFilledIsMoved(t *testing.T) {
	dir, aside := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", aside)
	path := filepath.Join(dir, "rows.csv")
	var b Batch
	if err := b.Write(t.Context(), path, nil, writing("rows")); err != nil {
		t.Fatal(err)
	}
	hidden := b.filled[0].name
	if err := errors.Join(os.Remove(hidden), os.WriteFile(hidden, []byte("hostile"), 0o600)); err != nil {
		t.Fatal(err)
	}
	err := b.Settle(t.Context())
	if texts := takeKept(t, aside, err); !slices.Equal(texts, []string{"rows"}) {
		t.Errorf("kept is %q, and told %v", texts, err)
	}
	holds(t, dir, map[string]string{filepath.Base(hidden): "hostile"})

	// So it is where the whole folder goes. Without room elsewhere it is told that nothing is left.
	for _, room := range []bool{true, false} {
		if !room {
			t.Setenv("TMPDIR", filepath.Join(aside, "none"))
		}
		gone := filepath.Join(dir, "gone")
		if err := os.Mkdir(gone, 0o700); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(gone, "rows.csv")
		err := Write(t.Context(), path, nil, func(w io.Writer) error { return errors.Join(writing("rows")(w), os.RemoveAll(gone)) })
		if texts := takeKept(t, aside, err); (len(texts) == 1) != room || strings.Contains(err.Error(), path+" nowhere, as it was removed or replaced") == room {
			t.Errorf("kept is %q, and told %v", texts, err)
		}
	}
}

// Where the folder has been moved meanwhile, or another stands under its name, what was to be written
// stays in the one in which it was begun, however old it is, under the name that the error tells.
func TestWhatIsBegunInAFolderThatIsMovedStaysInIt(t *testing.T) {
	for name, again := range map[string]bool{"moved": false, "moved and made again": true} {
		above := t.TempDir()
		dir, since := filepath.Join(above, "a"), filepath.Join(above, "b")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		err := Write(t.Context(), filepath.Join(dir, "rows.csv"), nil, func(w io.Writer) error {
			err := os.Rename(dir, since)
			if again {
				err = errors.Join(err, os.Mkdir(dir, 0o700))
			}
			if err != nil {
				t.Skip(err) // a system that moves no folder in use
			}
			return writing("new")(w)
		})
		left, _ := os.ReadDir(since)
		if err == nil || len(left) != 1 || !strings.Contains(err.Error(), "as "+left[0].Name()+" in the folder that was "+dir) {
			t.Fatalf("%s: %v, and there is %v", name, err, left)
		}
		if isUnnamed(left[0].Name()) {
			t.Errorf("%s: %s is tidied away", name, left[0].Name())
		}
		holds(t, since, map[string]string{left[0].Name(): "new"})
		if again {
			holds(t, dir, nil)
		}
	}
}

// A file is taken from its place if it is the one that is meant, once nobody can write another over
// it. Else it is back, but where there is a newer one; under a name that something has it is never put.
func TestAFileIsMovedIfItIsTheOneThatIsMeant(t *testing.T) {
	for name, c := range map[string]struct {
		to, meanwhile string // a name in the folder; what somebody writes once the file has gone
		meant, moved  bool
		stays         map[string]string
	}{
		"renamed":        {"b", "", true, true, map[string]string{"b": "old", "c": "c"}},
		"removed":        {"", "", true, true, map[string]string{"c": "c"}},
		"another":        {"b", "", false, false, map[string]string{"a": "old", "c": "c"}},
		"a newer one":    {"", "new", false, false, map[string]string{"a": "new", "c": "c"}},
		"a name taken":   {"c", "", true, false, map[string]string{"a": "old", "c": "c"}},
		"both":           {"c", "new", true, false, map[string]string{"a": "new", "c": "c"}},
		"meant, and new": {"b", "new", true, true, map[string]string{"a": "new", "b": "old", "c": "c"}},
	} {
		dir := t.TempDir()
		path := func(name string) string { return filepath.Join(dir, name) }
		write := func(name, text string) {
			if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write("a", "old")
		write("c", "c")
		to := c.to
		if to != "" {
			to = path(to)
		}
		moved, err := Move(path("a"), to, func(fs.FileInfo) bool {
			if c.meanwhile != "" {
				write("a", c.meanwhile)
			}
			return c.meant
		})
		if err != nil || moved != c.moved {
			t.Errorf("%s: moved %t, %v", name, moved, err)
		}
		holds(t, dir, c.stays)
	}
}

// Where it cannot be put back it stays, however old it is, under the name that the error tells.
func TestWhatCanBePutNowhereStays(t *testing.T) {
	above := t.TempDir()
	dir, since := filepath.Join(above, "a"), filepath.Join(above, "b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "run")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(-2*leftOver)); err != nil {
		t.Fatal(err)
	}
	done, err := Move(path, "", func(fs.FileInfo) bool {
		if err := os.Rename(dir, since); err != nil { // so that nothing can be put into the folder
			t.Fatal(err)
		}
		return false
	})
	if done || err == nil {
		t.Fatalf("moved %t, %v; want why it cannot be put back", done, err)
	}
	Tidy(since, nil)
	left, _ := os.ReadDir(since)
	if len(left) != 1 || !strings.Contains(err.Error(), left[0].Name()) {
		t.Errorf("left %v, and the error says %v", left, err)
	}
}
