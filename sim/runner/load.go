package runner

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/files"
)

// Load draws or reads the data set a data key names; progress (may be nil) is
// called meanwhile. It ends with ctx's error soon after ctx ends, even where
// nobody writes to a named pipe, and leaves nothing running behind. Other errors
// are one sentence, with file and line where a file is wrong.
//
// A data set is written by Load only: any number of sessions may read it at the
// same time.
func Load(ctx context.Context, key string, progress func(sim.Loading)) (*data.Dataset, error) {
	kind, argument, err := config.DataKind(key)
	if err != nil {
		return nil, err
	}
	var set *data.Dataset
	full, err := fullPaths(key) // of the files as they are opened: they may go meanwhile
	if err != nil {
		return nil, err
	}
	if kind.Draw != nil {
		if set, err = kind.Draw(argument, telling(ctx, "drawing "+kind.Name+" data", progress)); err == nil {
			set.Origin = drawn(kind)
		}
	} else {
		set, err = readFiles(ctx, kind, argument, progress)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	set.Name, set.Key = key, full
	return set, nil
}

// reading is of a runner: what it reads, and what is expected of it.
type reading struct {
	mu       sync.Mutex
	key      string
	stop     context.CancelFunc // nil while nothing is read
	expected string             // "" for anything
	start    int                // number of the command that it is expected of
	run      bool               // once that has begun
	failed   failure            // the newest
}

// failure is why data could not be read, for all commands that wanted them by then.
type failure struct {
	key   string
	start int // number of the newest
	err   error
}

// begin is ctx while key is read, or is expected to be; done says that it has been read.
func (r *reading) begin(ctx context.Context, key string) (while context.Context, done func()) {
	while, stop := context.WithCancel(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.key, r.stop = key, stop
	r.check()
	return while, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		stop()
		r.stop = nil
	}
}

func (r *reading) expect(start int, key string, run bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.start, r.expected, r.run = start, key, run
	r.check()
}

// fail files why data could not be read for the start of that number. Where a newer one wants the same,
// which has that answer now, it is for that to tell: err is context.Canceled then.
func (r *reading) fail(start int, err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.start <= start || r.expected != r.key {
		return err
	}
	r.failed = failure{r.key, r.start, err}
	return context.Canceled
}

// failure is why data could not be read when the start of that number was waiting for them already,
// nil where it was not.
func (r *reading) failure(start int, key string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed.key == key && start <= r.failed.start {
		return r.failed.err
	}
	return nil
}

// runs reports whether what a command has begun goes on.
func (r *reading) runs(c Command) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.start == c.Seq && r.expected != "" {
		return r.run
	}
	return c.Run
}

// check stops what is not expected any more.
func (r *reading) check() {
	if r.stop != nil && r.expected != "" && r.expected != r.key {
		r.stop()
	}
}

// telling hands progress on until ctx ends.
func telling(ctx context.Context, what string, progress func(sim.Loading)) data.Progress {
	return func(part float64) error {
		if progress != nil && ctx.Err() == nil {
			progress(sim.Loading{What: what, Part: min(1, part)})
		}
		return ctx.Err()
	}
}

// readFiles opens the files of an argument and has kind read them.
func readFiles(ctx context.Context, kind data.Kind, argument string, progress func(sim.Loading)) (*data.Dataset, error) {
	t := &texts{}
	defer t.close()
	for _, path := range Files(kind.Name + ":" + argument) {
		if err := t.open(ctx, path); err != nil {
			name, _ := kind.Words(argument)
			return nil, fmt.Errorf("opening %s: %w; expected %s", name, err, expected(kind))
		}
	}
	t.tell = telling(ctx, "reading "+filepath.Base(t.files[0].Name), progress)
	set, err := kind.Read(t.files)
	if err != nil {
		return nil, err
	}
	set.Origin, err = t.origin()
	return set, err
}

// expected says what a key of the kind must name.
func expected(kind data.Kind) string {
	form := strings.Join(kind.Forms(), " or ")
	if kind.Inside != nil {
		return fmt.Sprintf("%s, a folder with %s", form, strings.Join(kind.Inside, " and "))
	}
	return form + " with files that can be read"
}

// texts are the opened files of one data set.
type texts struct {
	files   []data.File
	readers []*files.Reader
	sums    []hash.Hash // of each, so far
	size    int64       // bytes in all, 0 where nobody knows
	done    int64
	tell    data.Progress
}

func (t *texts) open(ctx context.Context, path string) error {
	f, err := files.Open(ctx, path, files.MostData)
	if err != nil {
		return err
	}
	sum := sha256.New()
	t.files = append(t.files, data.File{Name: path, Reader: files.Text(counted{f, sum, t})})
	t.readers, t.sums = append(t.readers, f), append(t.sums, sum)
	t.size += f.Size()
	return nil
}

func (t *texts) close() {
	for _, f := range t.readers {
		f.Close() // read only: nothing can be lost
	}
}

// counted is a file of texts: what is read of it counts.
type counted struct {
	*files.Reader
	sum hash.Hash
	of  *texts
}

func (r counted) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.of.done += int64(n)
	r.sum.Write(p[:n])
	if n > 0 && r.of.size > 0 {
		if stopped := r.of.tell(float64(r.of.done) / float64(r.of.size)); stopped != nil {
			return 0, stopped
		}
	}
	return n, err
}

// pathsOf are the paths an argument holds.
func pathsOf(kind data.Kind, argument string) []string {
	if kind.Split == nil {
		return []string{argument}
	}
	return kind.Split(argument, func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	})
}

// Files are the paths of the files that a data key names.
func Files(key string) []string {
	kind, argument, known := data.Find(key)
	if !known || kind.Read == nil {
		return nil
	}
	var list []string
	for _, path := range pathsOf(kind, argument) {
		for _, name := range kind.Inside {
			list = append(list, filepath.Join(files.Straight(path), name))
		}
		if kind.Inside == nil {
			list = append(list, path)
		}
	}
	return list
}

// FullPaths is a data key that means the same files wherever the program is
// started. It goes by the files that are there: of data that have been read their Key tells.
// One that Load refuses stays as it is.
func FullPaths(key string) string {
	full, _ := fullPaths(key)
	return full
}

// fullPaths is FullPaths, with why no session text could name the files.
func fullPaths(key string) (string, error) {
	kind, argument, known := data.Find(key)
	if !known || kind.Read == nil {
		return key, nil
	}
	paths := pathsOf(kind, argument)
	for i, p := range paths {
		switch full, err := files.Full(p); {
		case err != nil:
			return key, fmt.Errorf("reading %s: where it is cannot be told, so that no session text could name it: %w; expected to be started in a folder that is there, or a full path", key, err)
		case !utf8.ValidString(full):
			return key, fmt.Errorf("reading %s: its full path, %q, is not UTF-8, and a session text can hold nothing else; expected to be started in a folder whose path is, for which a link will do", key, full)
		default:
			paths[i] = full
		}
	}
	return kind.Name + ":" + strings.Join(paths, ":"), nil
}

// DataKey is the data key that a bare path stands for: a folder, a file with the
// extension of a kind, or any other file. What is a key, or is not there, comes
// back as it is. The name alone of a kind that wants an argument is no key.
func DataKey(path string) string {
	if kind, _, known := data.Find(path); known && (kind.Alone || strings.Contains(path, ":")) {
		return path
	}
	info, err := os.Stat(path)
	folder := err == nil && info.IsDir()
	for _, k := range data.Kinds {
		if k.Extension != "" && !folder && strings.EqualFold(filepath.Ext(path), k.Extension) {
			return k.Name + ":" + path
		}
	}
	for _, k := range data.Kinds {
		if k.Read != nil && err == nil && k.Extension == "" && folder == (k.Inside != nil) {
			return k.Name + ":" + path
		}
	}
	return path
}
