package kept

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/tui/grid"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// mostTrails is how many kept runs are held against the one at the keys: more cannot be told
// apart.
const mostTrails = 6

// trails are the kept runs in the scene.
type trails struct {
	of     archive.Record // a run as it would have been kept that they were looked for
	run    string         // ID of the run at the keys then, "" for: to be read again
	pinned string         // ID of the pinned run then
	beside []int          // IDs of the runs beside it then
	job    *job.Job
}

// recalled is what came of looking for them.
type recalled struct {
	runs   []*scene.History
	notes  []string // on damaged files
	behind error    // why a run that was brought back is not kept as it ended
}

// Recall reads the newest kept runs that can be held against the one at the keys, once for
// each run, and again for other data, neighbours or δ, where a kept one is pinned, deleted,
// brought back or named, and where one is put beside it. They are of the same data and split,
// with the same neighbours and δ; no two of them, and none on the screen, is the same run.
func (k *Keeper) Recall() {
	if k.runs == nil || !k.scene.Heard {
		return
	}
	now, size := k.now(), k.scene.State.Size
	if !likened(k.trails.of, now, size) {
		k.scene.Kept = nil
		k.trails.of, k.trails.run = archive.Record{}, "" // to be read again, should it all be as it was
	}
	var beside []int
	for _, s := range k.scene.Companions {
		beside = append(beside, s.ID)
	}
	if k.scene.Run.Last() == 0 || k.Work() != nil || len(k.queue) > 0 && k.failed == nil || k.trails.run == k.run.id && k.trails.pinned == k.scene.Pinned && slices.Equal(k.trails.beside, beside) {
		return
	}
	k.trails.of, k.trails.run, k.trails.pinned, k.trails.beside = now, k.run.id, k.scene.Pinned, beside
	text := func(c config.Config) string {
		c.Data, c.Title, c.Caption = now.Config.Data, "", "" // the same data, maybe by another path
		limit := c.Limit()
		c.Events = slices.DeleteFunc(slices.Clone(c.Events), func(e config.Event) bool { return e.At > limit })
		return c.Text()
	}
	var texts []string
	for _, c := range k.scene.Replays() {
		texts = append(texts, text(c))
	}
	runs, moment := k.runs, k.scene.Now
	seen := map[string]bool{k.run.id: true, k.scene.Pinned: true}
	if k.scene.Ghost != nil && k.scene.Pinned == "" {
		seen[k.before] = true
	}
	for _, s := range k.scene.Companions {
		seen[k.companions[s.ID].id] = true
	}
	k.trails.job = job.Start(k.jobs, job.Task[job.None, recalled]{
		Name: "reading kept runs",
		Work: func(ctx context.Context, _ func(job.None)) (out recalled, err error) {
			ctx, stop := k.reading(ctx)
			defer stop()
			out.behind = runs.CatchUp()
			records, notes, err := runs.List(ctx)
			out.notes = notes
			var taken []archive.Record
			fits := func(r archive.Record) bool {
				end := archive.Record{Config: r.Config.After(r.Last.Iteration), Origin: r.Origin}
				return !seen[r.ID] && r.Last.Iteration >= 1 && likened(end, now, size) && !slices.Contains(texts, text(r.Config))
			}
			for _, r := range records { // the run before and a pinned one
				if seen[r.ID] {
					texts = append(texts, text(r.Config))
				}
			}
			for _, r := range records { // newest first
				if len(out.runs) == mostTrails || ctx.Err() != nil {
					break
				}
				if !fits(r) {
					continue
				}
				r, curve, err := runs.Curve(r.ID)
				if err != nil || !fits(r) { // it has gone, or gone on
					continue
				}
				h := keptHistory(r, curve, moment)
				if h.Varies() {
					continue
				}
				out.runs, texts = append(out.runs, h), append(texts, text(r.Config))
				taken = append(taken, r)
			}
			slices.Reverse(out.runs)
			slices.Reverse(taken)
			for i, name := range tellApart(now.Config, taken, moment) {
				out.runs[i].Label = name
			}
			return out, err
		},
		Done: func(out recalled, err error) tea.Cmd {
			k.tell(out.notes)
			if out.behind != nil {
				k.giveBack([]attempt{catchingUp(runs)}, out.behind)
			}
			if err == nil && likened(now, k.now(), size) { // that the archive cannot be read is told where it is asked for
				k.scene.Kept = out.runs
			}
			return nil
		},
	})
}

// tellApart are names of kept runs beside c, which is as c ended: that given to it, else, whatever its title, the method and
// what differs in the last iteration of each, which tells more than when they began. Those that would read alike
// take the next.
func tellApart(c config.Config, runs []archive.Record, now time.Time) []string {
	const room = 40
	all := []config.Config{c}
	for _, r := range runs {
		one := r.Config.After(r.Last.Iteration)
		one.Data = c.Data // the same, maybe by another path
		all = append(all, one)
	}
	differ := config.Names(all)[1:]
	with := make([]string, len(runs)) // the method, where that has room beside all
	for i, r := range runs {
		method := r.Config.Spec().Name
		with[i] = method
		if rest := strings.TrimSpace(strings.TrimPrefix(differ[i], method)); rest != "" {
			with[i] += " " + rest
		}
	}
	if !slices.ContainsFunc(with, func(name string) bool { return grid.Cells(name) > 20 }) {
		differ = with
	}
	names, left := make([]string, len(runs)), make([][]string, len(runs))
	for i, r := range runs {
		method := r.Config.Spec().Name
		left[i] = []string{
			cut(r.Name, 16),
			cut(differ[i], room),
			cut(strings.TrimSpace(method+" "+config.InLine(r.Config.Events)), room),
			method + " " + whenWords(r.Began, now),
			method + r.Began.Local().Format(" Jan 2 15:04:05"),
		}
	}
	for alike := true; alike; {
		times := map[string]int{"": 2}
		for _, name := range names {
			times[name]++
		}
		alike = false
		for i, name := range names {
			if times[name] > 1 && len(left[i]) > 0 {
				names[i], left[i], alike = left[i][0], left[i][1:], true
			}
		}
	}
	return names
}

// cut is a name in so many letters, as they are: they go into files, too.
func cut(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// now is the run at the keys as it would be kept, as far as runs are likened by it.
func (k *Keeper) now() archive.Record {
	return archive.Record{Config: k.scene.ConfigAt(k.scene.Run.Last()), Origin: k.scene.State.Size.Origin}
}

// likened reports whether errors and totals of two runs can be held against each other: of
// data of the same name and origin, which have that size, by the settings they ended with.
func likened(a, b archive.Record, size deal.Size) bool {
	return a.Config.Data != "" && scene.SameOrigin(a.Origin, b.Origin) && scene.DataWords(a.Config, b.Config, size) == "" && scene.PromiseWords(a.Config, b.Config) == ""
}
