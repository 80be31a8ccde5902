package sweep

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/runner"
)

// origin is what a data key stands for while a folder is open.
type origin struct {
	name string        // as runner.Origin has it; "" while it cannot be read
	set  *data.Dataset // what can be read only once, kept for the runs
	lost error         // why what can be read only once was not, nil if it was
}

// others reports whether name is another origin.
func (o origin) others(name string) bool { return o.name != "" && o.name != name }

// current are the runs of a session in the folder that are of no other version of rows than
// those of now, the newest last. One of before that was noted counts.
func (f *Folder) current(session string) (list []Run) {
	for _, r := range f.all[f.indexed(session)] {
		if r.RowsVersion == 0 || r.RowsVersion == sim.RowsVersion {
			list = append(list, r)
		}
	}
	return list
}

// look takes from all that is in the folder what runs asks for, if it is of the data and the
// version of rows of now, and returns the sessions of the runs. Its error is ctx's.
func (f *Folder) look(ctx context.Context, host *runner.Host, runs []config.Config) (sessions []string, err error) {
	for _, c := range runs {
		if err := f.ask(ctx, host, c.Data); err != nil {
			return nil, err
		}
		sessions = append(sessions, c.Text())
	}
	f.suppose(runs, sessions)
	for i, session := range sessions {
		from, list := f.origins[runs[i].Data], f.current(session)
		for _, r := range slices.Backward(list) {
			// One of before origins were noted counts, and any where there is nothing to
			// compare it with.
			if r.Data == "" || !from.others(r.Data) {
				f.runs[session] = r
				break
			}
		}
		_, found := f.runs[session]
		switch {
		case !found && len(list) > 0:
			f.stale++
		case !found && len(f.all[f.indexed(session)]) > 0:
			f.outdated++
		}
	}
	return sessions, nil
}

// ask finds the origin of data. Its error is ctx's.
func (f *Folder) ask(ctx context.Context, host *runner.Host, key string) error {
	if _, asked := f.origins[key]; !asked {
		f.origins[key] = originOf(ctx, host, key)
	}
	return ctx.Err()
}

// Hold reads data once, for all that is made of them while the folder is open, on the host
// that it returns: on host, unless their file has changed since that read it. release is to be
// called in the end, whatever the error.
func (f *Folder) Hold(ctx context.Context, host *runner.Host, key string, progress func(sim.Loading)) (on *runner.Host, release func(), err error) {
	err = f.ask(ctx, host, key)
	if err = cmp.Or(err, f.origins[key].lost); err != nil {
		return host, func() {}, err
	}
	on, release = f.upToDate(host)
	set, err := on.Load(ctx, key, progress)
	if err == nil {
		f.origins[key] = origin{name: set.Origin, set: set}
	}
	return on, release, err
}

// upToDate is host, or one of its own where that has read a file that has changed since.
func (f *Folder) upToDate(host *runner.Host) (on *runner.Host, release func()) {
	var changed []string
	for key, of := range f.origins {
		if held := host.Held(key); held != nil && of.others(held.Origin) {
			changed = append(changed, key)
		}
	}
	if changed == nil {
		return host, func() {}
	}
	slices.Sort(changed)
	f.changed, on = changed, runner.NewHost()
	return on, on.Close
}

// suppose takes data that cannot be read for those of the newest of their runs: results are
// of one origin all the same.
func (f *Folder) suppose(runs []config.Config, sessions []string) {
	newest := map[string]int{}
	for i, session := range sessions {
		key := runs[i].Data
		if newest[key] == 0 && f.origins[key].name != "" {
			continue
		}
		for _, r := range f.current(session) {
			if r.Data == "" {
				continue
			}
			if !slices.Contains(f.supposed, key) {
				f.supposed = append(f.supposed, key)
			}
			if r.line > newest[key] {
				newest[key], f.origins[key] = r.line, origin{name: r.Data, lost: f.origins[key].lost}
			}
		}
	}
}

// assume takes what is in the folder of sessions, where there was no time to look what data
// it is of.
func (f *Folder) assume(sessions []string) {
	for _, session := range sessions {
		if list := f.current(session); len(list) > 0 {
			f.runs[session] = list[len(list)-1]
		}
	}
}

// originOf is the origin of a data key. Data that cannot be read are no error here: their
// runs say so, if any is missing, what can be read only once by the reason of that.
func originOf(ctx context.Context, host *runner.Host, key string) origin {
	name, err := runner.Origin(ctx, key)
	if err != nil || name != "" {
		return origin{name: name}
	}
	set, err := host.Load(ctx, key, nil)
	if err != nil {
		return origin{lost: err}
	}
	return origin{name: set.Origin, set: set}
}

// Stale says how many of the runs that were asked for are in the folder of other data only, of
// other versions of rows only, or of an unknown version, and which data are no longer what the
// program has read, a line each; "" if none is.
func (f *Folder) Stale() string {
	var list []string
	if f.stale > 0 {
		list = append(list, fmt.Sprintf("%d finished runs in %s are of other data than there are: they are made again", f.stale, escape.Terminal(f.path)))
	}
	if f.outdated > 0 {
		list = append(list, fmt.Sprintf("%d finished runs in %s were made by a version of the program whose rows are others: they are made again", f.outdated, escape.Terminal(f.path)))
	}
	unknown := 0
	for _, r := range f.runs {
		if r.RowsVersion == 0 {
			unknown++
		}
	}
	if unknown > 0 {
		list = append(list, fmt.Sprintf("%d finished runs in %s do not say which version of the program made them: they count", unknown, escape.Terminal(f.path)))
	}
	for _, key := range f.changed {
		list = append(list, escape.Terminal(key)+" has changed since it was read: these runs are of the data of now")
	}
	for _, key := range f.supposed {
		list = append(list, escape.Terminal(key)+" cannot be read: the runs count that the folder has of it as it was when the newest of them was made")
	}
	return strings.Join(list, "\n")
}
