package sweep

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"admmlab/sim/files"
)

// AuthoredFile lists what the program wrote into a folder of results and may replace, as
// sha256sum writes it: what differs from all of it was written or edited by somebody else.
const AuthoredFile = "written.sha256"

// Authored is why a file of the folder must not be replaced by a text, nil where it may be:
// the program has written what is there, or nothing is there. same reports that the text is
// there already; a nil text is one that is not known yet. Of a folder with runs and no list, made before there were any, usual says
// whether the program writes what is there so.
func (f *Folder) Authored(ctx context.Context, name string, text []byte, usual func(there []byte) bool) (same bool, err error) {
	path := filepath.Join(f.path, name)
	if !holds(path) {
		return false, nil
	}
	there, err := files.Read(ctx, path, files.MostText)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("reading what is there: %w", err)
	case text != nil && bytes.Equal(there, text):
		return true, nil
	}
	list, err := f.authored(ctx)
	before := list == nil && len(f.all) > 0 && usual(there)
	if err == nil && !before && !bytes.Contains(list, authoredLine(name, there)) {
		err = fmt.Errorf("writing %s: what is there was written or edited by hand; expected another folder, or that file under another name", path)
	}
	return false, err
}

// Author notes a text that is to be written as a file of the folder.
func (f *Folder) Author(ctx context.Context, name string, text []byte) error {
	if err := f.Still(); err != nil {
		return err
	}
	list, err := f.authored(ctx)
	line := authoredLine(name, text)
	if err != nil || bytes.Contains(list, line) {
		return err
	}
	b := f.Batch()
	defer b.Close()
	path := filepath.Join(f.path, AuthoredFile)
	if err := b.Write(ctx, path, f.reads, func(w io.Writer) error {
		_, err := w.Write(append(list, line...))
		return err
	}); err != nil {
		return err
	}
	if err := f.Settle(ctx, &b); err != nil {
		return err
	}
	return f.aims.Take(path, f.reads) // it may be written again
}

// holds reports whether what was written under a name can be read there again, as in no pipe or device. What is
// not there says so itself.
func holds(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular() || info.IsDir()
}

// authored is the list, nil where there is none; an editor may have left its last line without an end.
func (f *Folder) authored(ctx context.Context) ([]byte, error) {
	path := filepath.Join(f.path, AuthoredFile)
	if !holds(path) {
		return nil, fmt.Errorf("reading what was written here before: %s is a pipe or device, which tells it to nobody; expected an ordinary file, or none", path)
	}
	list, err := files.Read(ctx, path, files.MostText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading what was written here before: %w", err)
	}
	if len(list) > 0 && !bytes.HasSuffix(list, []byte("\n")) {
		list = append(list, '\n')
	}
	return list, nil
}

func authoredLine(name string, text []byte) []byte {
	return fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(text), name)
}
