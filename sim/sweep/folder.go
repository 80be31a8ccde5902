package sweep

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// Files of a results folder.
const (
	RunsFile    = "runs.jsonl" // every finished run, one a line, appended
	tornFile    = "runs.torn"  // what was cut off the end of RunsFile
	PlanFile    = "plan.toml"
	ResultsFile = "results.csv"
	SummaryFile = "summary.csv"
	PageFile    = "sweep.md"
)

// Folder keeps finished runs, each under the text of its session. A run in it is on disk.
type Folder struct {
	path   string
	file   *os.File
	end    int64          // of the last whole line
	runs   map[string]Run // by session, those that were asked for and are of the data and the version of rows of now
	unmake func()         // removes the folders that were not there, where nothing is in them
	new    bool           // there was no file of runs
	aims   files.Aims     // what the names of results, and of what tells that they are the program's, led to when it was opened
	reads  []string       // the files that its runs are made from, and they themselves

	all      map[string][]Run  // by session as indexed has it, the newest last
	full     map[string]string // by the line of a session that names its data, that with full paths
	origins  map[string]origin // by data key, of those that were asked for
	changed  []string          // data keys whose files are no longer what host read
	supposed []string          // data keys that cannot be read, and have runs
	stale    int               // runs that were asked for and are there of other data only
	outdated int               // runs that were asked for and are there of other versions of rows only
}

// Open makes or opens a results folder for this process alone. The files of it that will
// be written, writes beside plan and finished runs, must not be among reads, nor two of
// them be one; where that is refused no new folder stays. note says what was wrong with it and
// was put right, "" usually. ctx ends the reading of the finished runs.
func Open(ctx context.Context, path string, reads []string, writes ...string) (f *Folder, note string, err error) {
	mode := os.FileMode(0o755)
	if report.Own(path) {
		mode = 0o700 // results are computed from raw data
	}
	unmake, err := files.MakeFolder(path, mode)
	if err != nil {
		return nil, "", fmt.Errorf("making the results folder: %w; expected a folder that can be written", err)
	}
	defer func() {
		if err != nil {
			unmake()
		}
	}()
	again := append(slices.Clip(writes), AuthoredFile) // which are written over
	for _, name := range append(slices.Clip(again), RunsFile) {
		if err := files.Check(filepath.Join(path, name), reads); err != nil {
			return nil, "", err
		}
	}
	if err := files.Apart(path, append(writes, RunsFile, PlanFile, AuthoredFile)...); err != nil {
		return nil, "", err
	}
	name := filepath.Join(path, RunsFile)
	info, before := os.Stat(name)
	if before == nil && !info.Mode().IsRegular() {
		return nil, "", fmt.Errorf("opening %s: it is not an ordinary file; expected the folder of a sweep, or a new one", name)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, "", fmt.Errorf("opening the results folder: %w; expected a folder that can be written", err)
	}
	f = &Folder{path: path, file: file, unmake: unmake, aims: files.Aims{}, reads: append(slices.Clip(reads), name), runs: map[string]Run{}, all: map[string][]Run{}, full: map[string]string{}, origins: map[string]origin{}}
	if err = files.Lock(file); err != nil {
		err = fmt.Errorf("another sweep or tune is writing to %s; wait for it, or choose another folder", path)
	} else {
		f.new = errors.Is(before, fs.ErrNotExist)
		for _, name := range again { // nobody else writes them by now
			err = cmp.Or(err, f.aims.Take(filepath.Join(path, name), reads))
		}
	}
	if err == nil {
		note, err = f.load(ctx)
	}
	if err != nil {
		f.Close()
		return nil, "", err
	}
	return f, note, nil
}

// load reads the finished runs. A last line without an end was being written when
// its program was killed: it is cut off, so that the next one begins a line.
func (f *Folder) load(ctx context.Context) (note string, err error) {
	finished, err := files.Open(ctx, f.file.Name(), files.MostRuns)
	if err != nil {
		return "", fmt.Errorf("reading the finished runs: %w", err)
	}
	defer finished.Close() // read only: nothing can be lost
	var torn []byte
	lines := bufio.NewReader(finished)
	for line := 1; ; line++ {
		whole, err := lines.ReadBytes('\n')
		if err == io.EOF {
			torn = whole
			break
		}
		if err != nil {
			return "", fmt.Errorf("reading the finished runs: %w", err)
		}
		f.end += int64(len(whole))
		r, err := parseRun(whole)
		if err != nil {
			return "", fmt.Errorf("line %d of %s is not a finished run: %w; take that line out (its run is made again), or choose another folder", line, f.file.Name(), err)
		}
		r.line = line
		f.list(r)
	}
	if len(torn) == 0 {
		return "", nil
	}
	aside, err := files.WriteNew(filepath.Join(f.path, tornFile), func(w io.Writer) error { // what was set aside before stays
		_, err := w.Write(torn)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("setting aside the torn last line of %s: %w", f.file.Name(), err)
	}
	if err := f.file.Truncate(f.end); err != nil {
		return "", fmt.Errorf("cutting off the torn last line of %s: %w", f.file.Name(), err)
	}
	return escape.Terminal(fmt.Sprintf("the last line of %s was torn, as when a program is killed while it writes; it is now in %s, and its run, if it was of one, is made again", f.file.Name(), aside)), nil
}

// list takes a run that is in the file into all.
func (f *Folder) list(r Run) {
	session := f.indexed(r.Session)
	f.all[session] = append(f.all[session], r)
}

// indexed is a session with the full paths of its data: a run counts by whichever path it
// was asked for.
func (f *Folder) indexed(session string) string {
	start := 0
	if prefix := config.DataKnob.Key + " = "; !strings.HasPrefix(session, prefix) {
		if start = strings.Index(session, "\n"+prefix) + 1; start == 0 {
			return session
		}
	}
	line, rest, _ := strings.Cut(session[start:], "\n")
	full, known := f.full[line]
	if !known {
		full = line
		if list, err := config.Assignments([]byte(line), RunsFile); err == nil && len(list) == 1 {
			full = config.DataKnob.Key + " = " + config.Quote(runner.FullPaths(list[0].Value))
		}
		f.full[line] = full
	}
	if full == line {
		return session
	}
	return session[:start] + full + "\n" + rest
}

// add stores a finished run; it returns when the run is safe.
func (f *Folder) add(r Run) error {
	line, err := r.text()
	if err == nil {
		if err := f.untouched(); err != nil {
			return fmt.Errorf("storing a finished run: %w", err)
		}
	}
	if err == nil && f.end+int64(len(line)) > files.MostRuns {
		return fmt.Errorf("storing a finished run: %s would be larger than %d MiB, the most that is read of such a file; what is in it is kept, expected another folder for more", f.file.Name(), files.MostRuns>>20)
	}
	if err == nil {
		_, err = f.file.WriteAt(line, f.end)
	}
	if err == nil {
		err = f.file.Sync()
	}
	if err != nil {
		// What stands beyond the end is no whole line; should this fail as well,
		// load will cut it off.
		return errors.Join(fmt.Errorf("storing a finished run: %w; what was stored before is kept: %s", err, numeral.Counted(f.lines(), "run")), f.file.Truncate(f.end))
	}
	f.end += int64(len(line))
	if err := f.Still(); err != nil {
		return fmt.Errorf("storing a finished run: %w", err)
	}
	f.runs[r.Session] = r
	f.list(r)
	return nil
}

// lines is how many finished runs there are in the file, of all sessions.
func (f *Folder) lines() (count int) {
	for _, runs := range f.all {
		count += len(runs)
	}
	return count
}

// Still is why the folder is no longer the one that runs are stored in, as where another has taken
// its name, or why they are not as they were left, nil where all is as it was. Whatever is written
// beside them asks for that at the last moment.
func (f *Folder) Still() error {
	there, err := os.Stat(f.file.Name())
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w; expected a folder that can be entered", err)
	case err != nil || !f.is(there):
		return fmt.Errorf("%s was replaced or removed meanwhile; the same command goes on with the runs that are in it now", f.file.Name())
	}
	return f.untouched()
}

// Batch is for files that belong to the runs: they are made again of these where they have no place, and
// take that of nothing that was put there since the folder was opened.
func (f *Folder) Batch() files.Batch { return files.Batch{Anew: true, Aims: f.aims} }

// Settle brings files that belong to the runs to their places beside them, where the folder still is
// theirs.
func (f *Folder) Settle(ctx context.Context, b *files.Batch) error {
	if err := f.Still(); err != nil {
		return err
	}
	return b.Settle(ctx)
}

// untouched is why the runs are not as they were left, wherever they are by now.
func (f *Folder) untouched() error {
	ours, err := f.file.Stat()
	if err == nil && ours.Size() != f.end {
		err = fmt.Errorf("somebody else wrote into %s meanwhile; the same command goes on with the runs that are in it now", f.file.Name())
	}
	return err
}

// is reports whether a file is the one that runs are stored in.
func (f *Folder) is(info fs.FileInfo) bool {
	ours, err := f.file.Stat()
	return err == nil && os.SameFile(info, ours)
}

// taken reports whether there are finished runs or results in it, of whichever plan: results
// may have lost their runs.
func (f *Folder) taken() bool {
	return len(f.all) > 0 || slices.ContainsFunc([]string{ResultsFile, SummaryFile, PageFile}, func(name string) bool {
		_, err := os.Stat(filepath.Join(f.path, name))
		return err == nil
	})
}

// Run is the finished run of a session that Make was asked for; false if it has none.
func (f *Folder) Run(session string) (Run, bool) {
	r, ok := f.runs[session]
	return r, ok
}

// Close gives the folder to others. One that was not there goes where nothing has
// come into it, nor into the file of runs, which may be another's by now.
func (f *Folder) Close() error {
	list, err := os.ReadDir(f.path)
	there, gone := os.Lstat(f.file.Name())
	if f.new && err == nil && len(list) == 1 && gone == nil && f.is(there) && there.Size() == 0 {
		os.Remove(f.file.Name())
	}
	defer f.unmake()
	return files.Close(f.file)
}

// replaces reports whether the plan is to be written into its folder. One that was read from
// there, or is the same, stays as it is, and one that no sweep has written is not replaced:
// that is an error.
func (p Plan) replaces(ctx context.Context, f *Folder) (bool, error) {
	name := filepath.Join(f.path, PlanFile)
	if err := files.Check(name, []string{p.Source}); err != nil {
		source, sourceErr := os.Stat(p.Source)
		there, thereErr := os.Stat(name)
		switch {
		case sourceErr != nil || thereErr != nil || !os.SameFile(source, there):
			return false, err
		case p.changed:
			return false, fmt.Errorf("%w, or a plan that says itself what the command line sets", err)
		}
		return false, nil
	}
	if !p.changed && p.Source != "" && holds(name) {
		if there, err := files.Read(ctx, name, files.MostText); err == nil && bytes.Equal(there, p.source) {
			return false, nil
		}
	}
	same, err := f.Authored(ctx, PlanFile, p.text, func(there []byte) bool {
		old, err := Parse(there, name, nil)
		return err == nil && bytes.Equal(old.text, there)
	})
	return !same && err == nil, err
}

// keep writes the plan into its folder if it is to be there, and asks for that anew:
// somebody may have written there meanwhile.
func (p Plan) keep(ctx context.Context, f *Folder) error {
	if write, err := p.replaces(ctx, f); err != nil || !write {
		return err
	}
	if err := f.Author(ctx, PlanFile, p.text); err != nil {
		return err
	}
	return files.Write(ctx, filepath.Join(f.path, PlanFile), append(p.reads(), f.file.Name()), func(w io.Writer) error {
		_, err := w.Write(p.text)
		return err
	})
}

// reads are the files that the runs of the plan are made from, and what its host spares.
func (p Plan) reads() []string {
	list := slices.Clone(p.spared)
	if p.Source != "" {
		list = append(list, p.Source)
	}
	for _, c := range p.runs {
		for _, f := range runner.Files(c.Data) {
			if !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}
