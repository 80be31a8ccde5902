//go:build unix

package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
}

func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// umasked is the umask for the length of a test.
func umasked(t *testing.T, mask int) {
	before := syscall.Umask(mask)
	t.Cleanup(func() { syscall.Umask(before) })
}

func TestANewFileHasTheModeOfTheUmask(t *testing.T) {
	for mask, want := range map[int]os.FileMode{0o077: 0o600, 0o022: 0o644, 0o002: 0o664} {
		umasked(t, mask)
		path := filepath.Join(t.TempDir(), "rows.csv")
		if err := Write(t.Context(), path, nil, writing("x")); err != nil || mode(t, path) != want {
			t.Errorf("umask %o: %v, mode %o, want %o", mask, err, mode(t, path), want)
		}
		name, err := WriteNew(path, writing("x"))
		if err != nil || mode(t, name) != want {
			t.Errorf("umask %o, beside it: %v, mode %o, want %o", mask, err, mode(t, name), want)
		}
	}
}

// Nobody else can read a secret, not even while it is being written.
func TestAFileKeepsItsMode(t *testing.T) {
	umasked(t, 0o022)
	for _, kept := range []os.FileMode{0o600, 0o640, 0o664, 0o755, 0o200} {
		dir := t.TempDir()
		path := filepath.Join(dir, "rows.csv")
		put(t, path, "old", kept)
		err := Write(t.Context(), path, nil, func(w io.Writer) error {
			list, _ := os.ReadDir(dir)
			for _, e := range list {
				if m := mode(t, filepath.Join(dir, e.Name())); m&0o077&^kept != 0 {
					t.Errorf("%s has mode %o beside a file of mode %o", e.Name(), m, kept)
				}
			}
			return writing("new")(w)
		})
		if text, _ := os.ReadFile(path); err != nil || mode(t, path) != kept || string(text) != "new" && os.Getuid() == 0 {
			t.Errorf("%o: %v, %q, mode %o", kept, err, text, mode(t, path))
		}
	}
}

// Bits beyond those of reading, writing and running are what they are for anybody who writes
// into a file: they stay where the system lets them.
func TestAFileKeepsItsSpecialBits(t *testing.T) {
	umasked(t, 0o022)
	for _, kept := range []os.FileMode{0o755 | os.ModeSetgid, 0o644 | os.ModeSticky, 0o755 | os.ModeSetuid} {
		dir := t.TempDir()
		path, plain := filepath.Join(dir, "rows.csv"), filepath.Join(dir, "plain.csv")
		put(t, path, "old", kept)
		put(t, plain, "old", kept)
		err := errors.Join(Write(t.Context(), path, nil, writing("new")), os.WriteFile(plain, []byte("new"), 0o600))
		is, _ := os.Stat(path)
		want, _ := os.Stat(plain)
		if text, _ := os.ReadFile(path); err != nil || string(text) != "new" || is.Mode() != want.Mode() {
			t.Errorf("%v: %v, %q, mode %v, want %v", kept, err, text, is.Mode(), want.Mode())
		}
	}
}

func TestAReadOnlyFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	put(t, path, "old", 0o444)
	err := Write(t.Context(), path, nil, func(io.Writer) error { t.Error("begun"); return nil })
	if err == nil || !strings.Contains(err.Error(), "read-only") && !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("%v", err)
	}
	holds(t, filepath.Dir(path), map[string]string{"rows.csv": "old"})
}

// A link stays a link, also one that leads to nothing yet, to another link, or out of a
// folder that is itself one.
func TestLinksAreWrittenThrough(t *testing.T) {
	dir := t.TempDir()
	for name, to := range map[string]string{"one": "sub/file", "two": "one", "absolute": filepath.Join(dir, "sub", "file"), "dangling": "sub/new", "folder": "sub/deep", "sub/deep/up": "../file"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o700), os.Symlink(to, path)); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "sub", "file")
	for name, end := range map[string]string{"one": file, "two": file, "absolute": file, "folder/up": file, "dangling": filepath.Join(dir, "sub", "new")} {
		put(t, file, "old", 0o640)
		path := filepath.Join(dir, name)
		err := Write(t.Context(), path, nil, writing(name))
		info, linkErr := os.Lstat(path)
		if text, _ := os.ReadFile(end); err != nil || string(text) != name || linkErr != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s: %v, %v, %q", name, err, info, text)
		}
	}
	if err := errors.Join(os.Symlink("b", filepath.Join(dir, "a")), os.Symlink("a", filepath.Join(dir, "b"))); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), filepath.Join(dir, "a"), nil, writing("x")); err == nil {
		t.Error("a circle of links was written")
	}
}

// All names of a file go on being names of one file.
func TestAFileOfSeveralNamesStaysOne(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for _, text := range []string{"longer than the old one", "short", ""} {
		os.Remove(other)
		put(t, path, "old text", 0o600)
		if err := os.Link(path, other); err != nil {
			t.Fatal(err)
		}
		if err := Write(t.Context(), path, nil, writing(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"a": text, "b": text})
	}
}

// What a command reads is never written over, by whatever name.
func TestWhatIsReadIsNotWrittenOver(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.toml")
	put(t, in, "keep me", 0o644)
	link, hard := filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	if err := errors.Join(os.Symlink("in.toml", link), os.Link(in, hard)); err != nil {
		t.Fatal(err)
	}
	for out, read := range map[string]string{in: in, link: in, hard: in, filepath.Join(dir, ".", "in.toml"): link, dir + "/../" + filepath.Base(dir) + "/in.toml": hard} {
		err := Write(t.Context(), out, []string{"", "/nowhere", read}, func(io.Writer) error { t.Error("begun"); return nil })
		if err == nil || !strings.Contains(err.Error(), "the same file is in use ("+read+")") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", out, err)
		}
	}
	elsewhere := t.TempDir()
	linked, also := filepath.Join(elsewhere, "linked"), filepath.Join(elsewhere, "also")
	deep, below := filepath.Join(dir, "deep"), filepath.Join(elsewhere, "below")
	put(t, filepath.Join(elsewhere, "b"), "", 0o600)
	if err := errors.Join(os.Symlink(in, linked), os.Link(in, also), os.Mkdir(deep, 0o700), os.Link(filepath.Join(elsewhere, "b"), filepath.Join(deep, "b")), os.Symlink(filepath.Join(deep, "new"), below)); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{in, filepath.Join(dir, "new"), linked, also, below, filepath.Join(deep, "new"), filepath.Join(elsewhere, "b")} { // of a folder all is read
		err := Write(t.Context(), out, []string{dir}, func(io.Writer) error { t.Error("begun"); return nil })
		if err == nil || !strings.Contains(err.Error(), "what lies in that folder is read ("+dir+")") {
			t.Errorf("%s: %v", out, err)
		}
	}
	if err := os.RemoveAll(deep); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"in.toml": "keep me", "link": "keep me", "hard": "keep me"})
}

// Hours may pass while a file is filled. Where its name leads to something else by then, or to what would
// be written in another way, that stays as it is, and what was to be written has a name that stays.
func TestWhatANameLeadsToIsLookedAtAgainAtTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		names     int // of the file at the beginning
		meanwhile func(path string) error
		why       string
	}{
		"a link to another file": {2, func(path string) error { return relink(path, "other") }, "is no longer what it was"},
		"a link to what is read": {2, func(path string) error { return relink(path, "data") }, "would be lost"},
		"a pipe":                 {2, func(path string) error { return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)) }, "is no longer what it was"},
		"a newer file":           {1, func(path string) error { return os.Rename(filepath.Join(filepath.Dir(path), "other"), path) }, "is no longer what it was"},
		"a file that was none":   {0, func(path string) error { return os.WriteFile(path, nil, 0o600) }, "is no longer what it was"},
		"removed, of two names":  {2, os.Remove, "is no longer what it was"},
		"read-only":              {1, func(path string) error { return os.Chmod(path, 0o400) }, "read-only"},
		"a secret":               {1, func(path string) error { return os.Chmod(path, 0o600) }, "is no longer what it was"},
		"of a second name":       {1, func(path string) error { return os.Link(path, path+" again") }, "is no longer what it was"},
		"a folder":               {0, func(path string) error { return os.Mkdir(path, 0o700) }, "it is a folder"},
		"removed":                {1, os.Remove, ""},
		"longer":                 {1, func(path string) error { return os.WriteFile(path, []byte("longer"), 0) }, "is no longer what it was"},
		"longer, of two names":   {2, func(path string) error { return os.WriteFile(path, []byte("longer"), 0) }, "is no longer what it was"},
		"a secret, of two names": {2, func(path string) error { return os.Chmod(path, 0o600) }, ""},
		"of one name, was two":   {2, func(path string) error { return os.Remove(path + " 2") }, ""},
	} {
		dir := t.TempDir()
		path, other, data := filepath.Join(dir, "rows.csv"), filepath.Join(dir, "other"), filepath.Join(dir, "data")
		for _, name := range []string{other, data, path}[:2+min(1, c.names)] {
			put(t, name, "old", 0o644)
		}
		if c.names == 2 {
			if err := os.Link(path, path+" 2"); err != nil {
				t.Skip(err)
			}
		}
		var before string
		err := Write(t.Context(), path, []string{data}, func(w io.Writer) error {
			err := errors.Join(c.meanwhile(path), writing("new")(w))
			before = listed(t, dir)
			return err
		})
		if c.why == "" {
			if text, _ := os.ReadFile(path); err != nil || string(text) != "new" {
				t.Errorf("%s: %q, %v", name, text, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "writing "+path+": ") || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_, kept, _ := strings.Cut(err.Error(), path+" as ")
		if text, err := os.ReadFile(kept); err != nil || string(text) != "new" || isUnnamed(filepath.Base(kept)) {
			t.Errorf("%s: what was to be written is not in %q: %v", name, kept, err)
		} else if m := mode(t, kept); m != 0o600 {
			t.Errorf("%s: kept with mode %o", name, m)
		}
		os.Remove(kept)
		if after := listed(t, dir); after != before {
			t.Errorf("%s: before\n%safter\n%s", name, before, after)
		}
	}
}

// While a pipe of the batch waits for its reader, hours may pass: what comes into the other places meanwhile
// is not written over.
func TestPlacesAreLookedAtAgainBehindAPipe(t *testing.T) {
	long := strings.Repeat("new", 1<<20) // more than a pipe takes before it is read
	for names := range 3 {
		dir := t.TempDir()
		pipe, page := filepath.Join(dir, "pipe"), filepath.Join(dir, "page")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
		for i := range names {
			if i == 0 {
				put(t, page, "old", 0o600)
			} else if err := os.Link(page, page+" 2"); err != nil {
				t.Skip(err)
			}
		}
		var b Batch
		for _, path := range []string{pipe, page} {
			if _, err := b.Begin(path, nil); err != nil {
				t.Fatal(err)
			}
			if err := b.Write(t.Context(), path, nil, writing(long)); err != nil {
				t.Fatal(err)
			}
		}
		settled := make(chan error)
		go func() { settled <- b.Settle(t.Context()) }()
		reader, err := os.Open(pipe) // which has a writer now
		if err != nil {
			t.Fatal(err)
		}
		put(t, page, "of somebody else", 0o600)
		if text, err := io.ReadAll(reader); err != nil || string(text) != long {
			t.Errorf("through the pipe: %d bytes, %v", len(text), err)
		}
		err = <-settled
		reader.Close()
		if text, _ := os.ReadFile(page); string(text) != "of somebody else" || err == nil || !strings.Contains(err.Error(), "is no longer what it was") {
			t.Errorf("%d names: %q, %v", names, text, err)
			continue
		}
		_, kept, _ := strings.Cut(err.Error(), page+" as ")
		if text, err := os.ReadFile(kept); err != nil || string(text) != long {
			t.Errorf("what was to be written is not in %q: %v", kept, err)
		}
	}
}

// Where what goes into a pipe cannot be filled, it is not the pipe's folder that is at fault.
func TestWhereAPipeIsFilledIsTold(t *testing.T) {
	path, aside := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", aside)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	var b Batch
	defer b.Close()
	if _, err := b.Begin(path, nil); err == nil || !strings.Contains(err.Error(), path+", which is filled in "+aside+" first: no such file") {
		t.Error(err)
	}
}

// What has taken the name of a pipe that is waited for is not emptied.
func TestWhatComesInThePlaceOfAPipeStays(t *testing.T) {
	for name, replace := range map[string]func(path, other string) error{
		"a file":       func(path, other string) error { return os.Link(other, path) },
		"a link to it": func(path, other string) error { return os.Symlink(other, path) },
		"another pipe": func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		dir := t.TempDir()
		path, other := filepath.Join(dir, "rows.csv"), filepath.Join(dir, "other")
		put(t, other, "of somebody else", 0o600)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
		aimed, err := aim(path, nil)
		// The pipe keeps its number, so that no other gets it.
		if err := errors.Join(err, os.Rename(path, filepath.Join(dir, "was")), replace(path, other)); err != nil {
			t.Fatal(err)
		}
		if reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
			defer reader.Close()
		}
		err = aimed.stream(t.Context(), writing("new"))
		if text, _ := os.ReadFile(other); string(text) != "of somebody else" || err == nil || !strings.Contains(err.Error(), "is no longer what it was") {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// relink makes path a link to a file beside it.
func relink(path, to string) error { return errors.Join(os.Remove(path), os.Symlink(to, path)) }

// listed is what a folder holds but for temporary files: names, modes and the texts of ordinary files.
func listed(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		if isUnnamed(e.Name()) {
			continue
		}
		info, _ := e.Info()
		var text []byte
		if info.Mode().IsRegular() {
			text, _ = os.ReadFile(filepath.Join(dir, e.Name()))
		}
		fmt.Fprintf(&b, "%s %v %s\n", e.Name(), info.Mode(), text)
	}
	return b.String()
}

// A pipe is waited for until somebody reads it, and stays a pipe.
func TestAPipeIsWritten(t *testing.T) {
	path := pipe(t)
	read := readBack(path)
	if err := Write(t.Context(), path, nil, writing("rows\n")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "rows\n" {
		t.Errorf("%q", got)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

// A pipe that a command reads would never end where the command holds it for writing.
func TestAPipeThatIsReadIsNotWritten(t *testing.T) {
	path := pipe(t)
	if err := Write(t.Context(), path, []string{path}, func(io.Writer) error { t.Error("begun"); return nil }); err == nil || !strings.Contains(err.Error(), "the same pipe is read ("+path+")") {
		t.Error(err)
	}
	both, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Skip("a pipe is not opened for both here: ", err)
	}
	defer both.Close()
	stdout := os.Stdout
	os.Stdout = both
	defer func() { os.Stdout = stdout }()
	if _, err := Read(t.Context(), path, 100); err == nil || !strings.Contains(err.Error(), "standard output goes into "+path+" itself") {
		t.Error(err)
	}
}

// pipe is a named pipe.
func pipe(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	return path
}

// readBack is what somebody reads of a pipe, with the error that ends it.
func readBack(path string) chan string {
	read := make(chan string)
	go func() {
		text, err := os.ReadFile(path)
		read <- string(text) + strings.TrimPrefix(errorText(err), "<nil>")
	}()
	return read
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Whether nobody reads a pipe, or somebody does not read on.
func TestWaitingForAPipeEndsWithItsContext(t *testing.T) {
	path := pipe(t)
	ctx, end := context.WithCancel(t.Context())
	end()
	if err := Write(ctx, path, nil, writing("x")); err != context.Canceled {
		t.Errorf("%v", err)
	}
	reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	ctx, end = context.WithCancel(t.Context())
	err = Write(ctx, path, nil, func(w io.Writer) error {
		go end()
		_, err := w.Write(make([]byte, 1<<22)) // more than a pipe holds
		return err
	})
	if err != context.Canceled {
		t.Errorf("%v", err)
	}
}

// What is written as a command ends arrives where somebody reads: no line is torn.
func TestTheLastWordsOfACommandGoIntoAPipe(t *testing.T) {
	path := pipe(t)
	read := readBack(path)
	ctx, end := context.WithCancel(t.Context())
	row := strings.Repeat("9", 1000) + "\n"
	err := Write(ctx, path, nil, func(w io.Writer) error {
		for range 20 {
			io.WriteString(w, row)
		}
		end()
		for range 20 {
			io.WriteString(w, row)
		}
		return ctx.Err()
	})
	if got := <-read; err != context.Canceled || got != strings.Repeat(row, 40) {
		t.Errorf("%v, and %d of %d bytes", err, len(got), 40*len(row))
	}
}

// Who has written everything, and whose reader has taken it, has done what was asked for,
// though the command ends meanwhile.
func TestAPipeThatGetsEverythingIsWrittenHoweverLateItIsTold(t *testing.T) {
	path := pipe(t)
	read := readBack(path)
	ctx, end := context.WithCancel(t.Context())
	err := Write(ctx, path, nil, func(w io.Writer) error {
		defer end()
		_, err := io.WriteString(w, "all rows\n")
		return err
	})
	if got := <-read; err != nil || got != "all rows\n" {
		t.Errorf("%v, and %q arrived", err, got)
	}
}

// What is open is written where it stands, a device as a device.
func TestWhatIsOpenIsWrittenAsItIs(t *testing.T) {
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("no /dev/fd here")
	}
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	defer func(before *os.File) { os.Stdout = before }(os.Stdout)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(fmt.Sprint("/dev/fd/", file.Fd()), link); err != nil {
		t.Fatal(err)
	}
	io.WriteString(file, "before\n")
	for _, stdout := range []*os.File{os.Stdout, file} {
		os.Stdout = stdout
		if err := Write(t.Context(), link, nil, writing("rows\n")); err != nil {
			t.Fatal(err)
		}
	}
	grown, err := Grow(t.Context(), fmt.Sprint("/proc/self/fd/", file.Fd()), nil)
	if err == nil {
		io.WriteString(grown, "more\n")
		err = grown.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // not every system has /proc
		t.Error(err)
	}
	io.WriteString(file, "after\n")
	if text, err := os.ReadFile(file.Name()); err != nil || strings.Replace(string(text), "more\n", "", 1) != "before\nrows\nrows\nafter\n" {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%v, %v", info, err)
	}
	full := filepath.Join(dir, "full")
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	if err := os.Symlink("/dev/full", full); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), full, nil, writing("x")); !errors.Is(err, syscall.ENOSPC) || err.Error() != "writing "+full+": no space left on device" {
		t.Errorf("%v", err)
	}
}

// rooms limits how large a file gets, of which all is the limit of before, in a test that runs
// once more in a process of its own: the limit holds for all that it writes. There is none where
// the test has run there.
func rooms(t *testing.T) (limit func(size uint64), all uint64) {
	t.Helper()
	const alone = "ADMMLAB_TEST_FULL_DISK"
	if os.Getenv(alone) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), alone+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return nil, 0
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit = func(size uint64) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: min(size, before.Max), Max: before.Max}); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { limit(before.Cur); signal.Reset(syscall.SIGXFSZ) })
	return limit, before.Cur
}

// A disk that is full costs nothing old, whichever way a file is written.
func TestAFullDiskLeavesTheOldFile(t *testing.T) {
	room, all := rooms(t)
	if room == nil {
		return
	}
	for name, several := range map[string]bool{"one name": false, "several": true} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		put(t, path, "old text", 0o600)
		want := map[string]string{"a": "old text"}
		if several {
			if err := os.Link(path, filepath.Join(dir, "b")); err != nil {
				t.Fatal(err)
			}
			want["b"] = "old text"
		}
		err := Write(t.Context(), path, nil, func(w io.Writer) error {
			if several { // the temporary file still fits
				defer room(2000)
			} else {
				room(2000)
			}
			return writing(strings.Repeat("new ", 1000))(w)
		})
		room(all)
		if !errors.Is(err, syscall.EFBIG) || !strings.HasPrefix(err.Error(), "writing "+path+": file too large") {
			t.Errorf("%s: %v", name, err)
		}
		if texts := takeKept(t, dir, err); len(texts) != 0 != several || several && texts[0] != strings.Repeat("new ", 1000) { // what is whole is kept
			t.Errorf("%s: kept is %q", name, texts)
		}
		holds(t, dir, want)
	}

	// And of files that belong together every one, whichever finds no room.
	dir := t.TempDir()
	want := map[string]string{}
	for _, name := range []string{"alone", "first", "second"} {
		put(t, filepath.Join(dir, name), "old text", 0o600)
		want[name] = "old text"
	}
	for _, name := range []string{"first", "second"} {
		if err := os.Link(filepath.Join(dir, name), filepath.Join(dir, name+" again")); err != nil {
			t.Fatal(err)
		}
		want[name+" again"] = "old text"
	}
	var b Batch
	for name, size := range map[string]int{"alone": 10, "first": 10, "second": 1000} {
		if err := b.Write(t.Context(), filepath.Join(dir, name), nil, writing(strings.Repeat("new ", size))); err != nil {
			t.Fatal(err)
		}
	}
	room(2000)
	err := b.Settle(t.Context())
	room(all)
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("one of three has no room: %v", err)
	}
	if texts := takeKept(t, dir, err); len(texts) != 3 {
		t.Errorf("kept is %q", texts)
	}
	holds(t, dir, want)
}

// A disk on the network may tell only where a file is closed that it had no room: what stays in its place is as it
// was where that ends the making of room, and told to be new where it ends the copying.
func TestADiskThatIsFullOnlyAtTheCloseLeavesTheOldFile(t *testing.T) {
	defer func(was func(*os.File) error) { shut = was }(shut)
	for closed, want := range map[int]string{1: "old", 2: "new text"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		put(t, path, "old", 0o600)
		if err := os.Link(path, filepath.Join(dir, "b")); err != nil {
			t.Skip("no second names here: ", err)
		}
		shut = func(f *os.File) error {
			if closed--; closed == 0 {
				return cmp.Or(f.Close(), error(&os.PathError{Op: "close", Path: path, Err: syscall.ENOSPC}))
			}
			return f.Close()
		}
		err := Write(t.Context(), path, nil, writing("new text"))
		if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), path+" is the new one, perhaps not safely on the disk") != (want != "old") || strings.Contains(err.Error(), "is part of") {
			t.Errorf("%q is there: %v", want, err)
		}
		takeKept(t, dir, err)
		holds(t, dir, map[string]string{"a": want, "b": want})
	}
}

// What is written into a device or what is open already is on a disk, perhaps, that tells so, too.
func TestAStreamThatCannotBeClosedIsTold(t *testing.T) {
	defer func(was func(*os.File) error) { shut = was }(shut)
	shut = func(f *os.File) error {
		return cmp.Or(f.Close(), error(&os.PathError{Op: "close", Path: "x", Err: syscall.EDQUOT}))
	}
	err := Write(t.Context(), os.DevNull, nil, writing("text"))
	if want := "writing " + os.DevNull + ": " + syscall.EDQUOT.Error(); errorText(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Where old blocks cannot be written over, as on a disk that copies what is written, nothing tells of that before: what
// was moved is brought back, and the error names what is lost.
func TestAFileThatIsTornByACopyIsTold(t *testing.T) {
	room, all := rooms(t)
	if room == nil {
		return
	}
	dir, b := t.TempDir(), Batch{}
	fresh := strings.Repeat("new ", 1000)
	for _, name := range []string{"moved", "copied", "torn", "waits"} {
		path, text := filepath.Join(dir, name), fresh
		put(t, path, strings.Repeat("old ", 2000), 0o600)
		switch name {
		case "moved":
		case "copied":
			text = "short"
			fallthrough
		default:
			if err := os.Link(path, path+" again"); err != nil {
				t.Skip("no second names here: ", err)
			}
		}
		if err := b.Write(t.Context(), path, nil, writing(text)); err != nil {
			t.Fatal(err)
		}
	}
	room(2000)
	err := b.Settle(t.Context())
	room(all)
	in := func(name string) string { return filepath.Join(dir, name) }
	if !errors.Is(err, syscall.EFBIG) {
		t.Fatal(err)
	}
	for _, words := range []string{"writing " + in("torn") + ": file too large", in("torn") + " is part of the old one and part of the new", in("copied") + " is the new one"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%v does not tell that %s", err, words)
		}
	}
	if texts := takeKept(t, dir, err); len(texts) != 3 {
		t.Errorf("kept are %d files", len(texts))
	}
	for name, want := range map[string]string{"moved": strings.Repeat("old ", 2000), "copied": "short", "waits": strings.Repeat("old ", 2000), "torn": strings.Repeat("new ", 500) + strings.Repeat("old ", 1500)} {
		if text, err := os.ReadFile(in(name)); err != nil || string(text) != want {
			t.Errorf("%s: %d bytes, %.20q", name, len(text), text)
		}
	}
}

// And where not one of them can be, nothing is lost.
func TestACopyThatCannotBeginLeavesTheOldFile(t *testing.T) {
	room, all := rooms(t)
	if room == nil {
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	put(t, path, "old text", 0o600)
	if err := os.Link(path, filepath.Join(dir, "b")); err != nil {
		t.Skip("no second names here: ", err)
	}
	var b Batch
	if err := b.Write(t.Context(), path, nil, writing("new")); err != nil {
		t.Fatal(err)
	}
	room(0)
	err := b.Settle(t.Context())
	room(all)
	if !errors.Is(err, syscall.EFBIG) || strings.Contains(err.Error(), "is part of the old one") {
		t.Error(err)
	}
	takeKept(t, dir, err)
	holds(t, dir, map[string]string{"a": "old text", "b": "old text"})
}

// What is filled is held until it has its place, however long others of its batch take: nothing tidies it.
func TestWhatIsFilledIsHeld(t *testing.T) {
	dir, long := t.TempDir(), time.Now().Add(-2*leftOver)
	var b Batch
	w, err := b.Begin(filepath.Join(dir, "later"), nil)
	if err == nil {
		_, err = io.WriteString(w, "much ")
	}
	if err := errors.Join(err, b.Write(t.Context(), filepath.Join(dir, "rows"), nil, writing("rows"))); err != nil {
		t.Fatal(err)
	}
	for _, one := range []filled{b.begun[0], b.filled[0]} {
		if err := os.Chtimes(one.name, long, long); err != nil {
			t.Fatal(err)
		}
	}
	b.filled[0].full, _ = b.filled[0].to.Stat()
	Tidy(dir, nil)
	if err := errors.Join(b.Write(t.Context(), filepath.Join(dir, "later"), nil, writing("later")), b.Settle(t.Context())); err != nil {
		t.Error(err)
	}
	holds(t, dir, map[string]string{"rows": "rows", "later": "much later"})
}

// The holes of a file that is copied into are filled before it is written over: on a disk
// that had no room for them what was there would be half gone.
func TestHolesAreFilledBeforeAnythingIsLost(t *testing.T) {
	dir := t.TempDir()
	path, fresh := filepath.Join(dir, "a"), filepath.Join(dir, "fresh")
	put(t, path, "old", 0o600)
	put(t, fresh, strings.Repeat("new ", 40_000), 0o600)
	const size = 200_000
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	blocks := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return int64(info.Sys().(*syscall.Stat_t).Blocks) * 512
	}
	if blocks() > size/2 {
		t.Skip("files have no holes here")
	}
	a, err := aim(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, before, err := a.makeRoom(fresh)
	if err != nil || before != size {
		t.Errorf("%d bytes before, want %d: %v", before, size, err)
	}
	if got := blocks(); got < 160_000 {
		t.Errorf("room for %d bytes of 160,000", got)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old"+strings.Repeat("\x00", size-3) {
		t.Errorf("what was there has changed: %d bytes, %v", len(text), err)
	}
}

// Two names lead to one file by way of links and folders, also where nothing is yet.
func TestNamesOfOneFile(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "", 0o600)
	for link, to := range map[string]string{"link": "a", "later": "b", "sub": ".", "ring": "ring"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, "a"), filepath.Join(dir, "hard")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		one  bool
	}{
		{"a", "a", true}, {"a", "link", true}, {"a", "hard", true}, {"a", "sub/a", true}, {"b", "b", true}, {"b", "later", true}, {"later", "sub/b", true},
		{"a", "b", false}, {"b", "c", false}, {"no/b", "b", false}, {"ring", "a", false}, {"", "a", false},
	} {
		join := func(name string) string {
			if name == "" {
				return ""
			}
			return dir + "/" + name
		}
		if Same(join(c.a), join(c.b)) != c.one || Same(join(c.b), join(c.a)) != c.one {
			t.Errorf("%q and %q: %t", c.a, c.b, !c.one)
		}
	}
}

// Two names that lead to one file would lose one of two texts, also where it is open already;
// into a device or standard output goes whatever comes.
func TestNoTwoFilesOfAFolderAreOne(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "", 0o600)
	for link, to := range map[string]string{"link": "a", "later": "new", "null": "/dev/null", "nought": "/dev/null", "out": "/dev/stdout", "too": "/dev/stdout", "ring": "ring"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, "a"), filepath.Join(dir, "hard")); err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{"a", "b", "link"}, {"hard", "a"}, {"link", "b", "hard"}, {"later", "a", "new"}, {"new", "later"}} {
		first, last := filepath.Join(dir, names[0]), filepath.Join(dir, names[len(names)-1])
		if err := Apart(dir, names...); err == nil || !strings.HasPrefix(err.Error(), "writing "+last+": it is the same file as "+first+", ") {
			t.Errorf("%v: %v", names, err)
		}
	}
	if err := Apart(dir, "a", "b", "later", "c", "null", "nought", "out", "too", "ring", "no/b"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"open", "again"} {
		file, err := os.OpenFile(filepath.Join(dir, "a"), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := os.Symlink(fmt.Sprint("/dev/fd/", file.Fd()), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Skip("no /dev/fd here")
		}
	}
	for _, names := range [][]string{{"a", "open"}, {"open", "a"}, {"open", "again"}} {
		if err := Apart(dir, names...); err == nil || !strings.Contains(err.Error(), "it is the same file as ") {
			t.Errorf("%v: %v", names, err)
		}
	}
}

// Of those who read one pipe, as of two who read a terminal, one gets what all have seen: the
// others wait on, and hear the end of their context.
func TestWhatSomebodyElseHasReadIsWaitedForNoLongerThanTheContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	const readers = 8
	got, ended := make(chan int), make(chan error)
	for range readers {
		r, err := Open(ctx, path, MostText)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		go func() {
			for p := make([]byte, 8); ; {
				n, err := r.Read(p)
				if err != nil {
					ended <- err
					return
				}
				got <- n
			}
		}()
	}
	w, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for range 300 {
		if _, err := w.WriteString("x"); err != nil {
			t.Fatal(err)
		}
		if n := <-got; n != 1 {
			t.Fatalf("%d bytes", n)
		}
	}
	end()
	for range readers {
		select {
		case err := <-ended:
			if err != context.Canceled {
				t.Error(err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("a reader still waits")
		}
	}
}

// Rows of a slow run may stay unchanged for hours while they are written: what somebody
// still has open is not tidied away, nor what is read, what a killed program left is. A file of
// somebody's own has no such name: none is written under it.
func TestTidyLeavesWhatIsStillWritten(t *testing.T) {
	folder, old := t.TempDir(), time.Now().Add(-2*leftOver)
	path := filepath.Join(folder, "rows.csv")
	err := Write(t.Context(), path, nil, func(w io.Writer) error {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 1 {
			t.Fatalf("%v %v", entries, err)
		}
		begun := filepath.Join(folder, entries[0].Name())
		left, in := unnamedIn(folder), unnamedIn(folder)
		stay := []string{begun, in}
		for _, name := range []string{".admmlab-2024", ".admmlab-notes", ".admmlab-00000000000000000001", ".admmlab-1.tmp", ".admmlab-99999999999999999999.tmp"} {
			stay = append(stay, filepath.Join(folder, name))
		}
		for _, name := range append(stay[1:], left) {
			put(t, name, "", 0o600)
		}
		for _, name := range append(stay, left) {
			if err := os.Chtimes(name, old, old); err != nil {
				t.Fatal(err)
			}
		}
		Tidy(folder, []string{in})
		for _, name := range stay {
			if _, err := os.Stat(name); err != nil {
				t.Error(err)
			}
		}
		if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("what was left: %v", err)
		}
		if err := Check(unnamedIn(folder), nil); err == nil || !strings.Contains(err.Error(), "tidied away") {
			t.Error(err)
		}
		_, err = io.WriteString(w, "t\n")
		return err
	})
	if err != nil {
		t.Error(err)
	}
	left := unnamedIn(folder)
	put(t, left, "", 0o600)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), path, nil, writing("new")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was left is not tidied away by the next: %v", err)
	}
}

// What else a command says would be lost with the file that makes way, or stand in the midst
// of what is written.
func TestWhereStandardStreamsGoNothingElseIsWritten(t *testing.T) {
	for name, stream := range map[string]**os.File{"standard output": &os.Stdout, "standard error": &os.Stderr} {
		dir := t.TempDir()
		path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
		put(t, path, "so far", 0o600)
		if err := os.Symlink("a", link); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		before := *stream
		*stream = f
		for _, asked := range []string{path, link} {
			if err := Check(asked, nil); err == nil || !strings.Contains(err.Error(), name+" goes into it, too") {
				t.Errorf("%s into %s: %v", name, asked, err)
			}
		}
		if err := Check(filepath.Join(dir, "b"), nil); err != nil {
			t.Error(err)
		}
		*stream = before
		f.Close()
		holds(t, dir, map[string]string{"a": "so far", "link": "so far"})
	}
}

// Notices would stand in the midst of it also where it is open already; a file that standard
// output goes into may have both.
func TestWhatIsOpenIsNotWrittenWhereStandardErrorGoes(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	path := fmt.Sprint("/dev/fd/", file.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("no /dev/fd here")
	}
	defer func(out, err *os.File) { os.Stdout, os.Stderr = out, err }(os.Stdout, os.Stderr)
	os.Stderr = file
	if err := Check(path, nil); err == nil || !strings.Contains(err.Error(), "standard error goes into it, too") {
		t.Error(err)
	}
	os.Stdout = file
	if err := Check(path, nil); err != nil {
		t.Error(err)
	}
}

// Out of a linked folder .. leads to where that folder is, and not to where the link is.
func TestUpFromALinkedFolderIsWhereThatFolderIs(t *testing.T) {
	near := t.TempDir()
	near, err := filepath.EvalSymlinks(near)
	if err != nil {
		t.Fatal(err)
	}
	far := filepath.Join(near, "far")
	if err := errors.Join(os.MkdirAll(filepath.Join(far, "sub", "..."), 0o700), os.Symlink(filepath.Join("far", "sub"), filepath.Join(near, "link"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(near)
	for path, want := range map[string]string{
		"link/..": "far", "link/../x": "far/x", "./link/../sub/../x": "far/x", near + "/link/..": far, "link/.../../../x": "far/x", // as they are:
		"..": "..", "../x": "../x", "./../../x": "./../../x", "x/y": "x/y", "..x/..y": "..x/..y", "link/..x": "link/..x", "none/../x": "none/../x", "": "",
	} {
		if got := Straight(path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
	put(t, filepath.Join(near, "x"), "mine", 0o600)
	if err := Write(t.Context(), "link/../x", []string{far}, writing("x")); err == nil {
		t.Error("it wrote into a folder that is read")
	}
	taken, err := WriteNew("link/../x", writing("x"))
	if err != nil || taken != "far/x" {
		t.Errorf("%s is new, %v", taken, err)
	}
	t.Chdir("link")
	t.Setenv("PWD", filepath.Join(near, "link"))
	for path, want := range map[string]string{"../x": far + "/x", "./../x": far + "/x", "..": far, "x": near + "/link/x", "/x": "/x"} {
		if got, err := Full(path); err != nil || got != want {
			t.Errorf("%q is %q from a linked folder, want %q, %v", path, got, want, err)
		}
	}
}
