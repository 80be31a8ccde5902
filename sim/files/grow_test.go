//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// What is written so far can be read, and the rules of every other file hold.
func TestAFileGrows(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a.cast"), filepath.Join(dir, "link")
	put(t, path, "what was there before, and longer", 0o600)
	if err := os.Symlink("a.cast", link); err != nil {
		t.Fatal(err)
	}
	f, err := Grow(t.Context(), link, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"one\n", "one\ntwo\n"} {
		if _, err := f.Write([]byte(text[strings.LastIndex(text[:len(text)-1], "\n")+1:])); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"a.cast": text, "link": text})
	}
	if _, err := Grow(t.Context(), path, nil); err == nil || !strings.Contains(err.Error(), "somebody else is writing it") {
		t.Errorf("begun twice: %v", err)
	}
	if err := f.Close(); err != nil || mode(t, path) != 0o600 {
		t.Errorf("%v, mode %o", err, mode(t, path))
	}
	readOnly := filepath.Join(dir, "kept")
	put(t, readOnly, "old", 0o444)
	for name, want := range map[string]string{readOnly: "read-only", dir: "is a folder", "": "is empty", filepath.Join(dir, "no", "file"): "a folder that can be written"} {
		if f, err := Grow(t.Context(), name, nil); err == nil || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%q: %v, %v", name, f, err)
		}
	}
	if _, err := Grow(t.Context(), path, []string{link}); err == nil || !strings.Contains(err.Error(), "the same file is in use") {
		t.Errorf("%v", err)
	}
	holds(t, dir, map[string]string{"a.cast": "one\ntwo\n", "link": "one\ntwo\n", "kept": "old"})
}

// A pipe that nobody reads is waited for no longer than it takes to start its reader.
func TestAPipeWithoutAReaderIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		if _, err := Grow(t.Context(), path, nil); err == nil || !strings.Contains(err.Error(), "nobody reads this pipe") || time.Since(begun) > 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
	reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	f, err := Grow(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// A bit that has no room leaves nothing of itself.
func TestABitOnAFullDisk(t *testing.T) {
	room, _ := rooms(t)
	if room == nil {
		return
	}
	dir := t.TempDir()
	f, err := Grow(t.Context(), filepath.Join(dir, "a"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	room(10)
	if _, err := f.Write([]byte("whole\n")); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Write([]byte("torn off\n")); n != 0 || !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), "writing "+dir) {
		t.Errorf("%d, %v", n, err)
	}
	holds(t, dir, map[string]string{"a": "whole\n"})
}

// A name that leads to something else by the end does not have what was written.
func TestAFileThatGrowsIsWhereItWasInTheEnd(t *testing.T) {
	for name, meanwhile := range map[string]func(path string) error{
		"removed": os.Remove, "moved": func(path string) error { return os.Rename(path, path+" since") },
		"replaced": func(path string) error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600)) },
		"linked":   func(path string) error { return os.Link(path, path+" again") },
	} {
		path := filepath.Join(t.TempDir(), "a.cast")
		w, err := Grow(t.Context(), path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := meanwhile(path); err != nil {
			t.Skip(err)
		}
		if err := w.Close(); (err == nil) != (name == "linked") || err != nil && !strings.HasPrefix(err.Error(), "writing "+path+": it has been moved, removed or replaced") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
