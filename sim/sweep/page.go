package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// mostHurried is how many cells an interrupted sweep still draws: pictures of twenty thousand
// take seconds.
const mostHurried = 1000

// Write writes into the folder every file of the results but the finished runs themselves, all of
// them or none, in place of the ones of an earlier time. Pictures of an earlier plan
// that this one does not have are noted. Where ctx has ended before, or ends meanwhile, no optimal
// alpha is sought, of many cells nothing is drawn, and the error is ctx's.
func (r *Results) Write(ctx context.Context, f *Folder) error {
	if ctx.Err() == nil {
		if err := r.write(ctx, f, false); err == nil || !errors.Is(err, ctx.Err()) {
			return err
		}
	}
	return cmp.Or(r.write(ctx, f, true), ctx.Err())
}

// write is Write, hurried or not.
func (r *Results) write(ctx context.Context, f *Folder, interrupted bool) error {
	r.fits, r.promises = nil, nil
	var promises []config.Promise
	for run := range r.Plan.runs { // once, as sessions may have many events
		if err := ctx.Err(); err != nil && !interrupted {
			return err
		}
		promises = append(promises, r.promise(run))
	}
	r.promises = promises
	r.fitAll(ctx)
	all, reads := map[string]func(io.Writer) error{ResultsFile: r.writeRuns, SummaryFile: r.writeSummary}, r.Plan.reads()
	names := []string{ResultsFile, SummaryFile}
	var pictures []picture
	if cells := len(r.Plan.Cells); interrupted && cells > mostHurried {
		r.note(fmt.Sprintf("%d cells are not drawn, as the sweep was interrupted; the same command goes on", cells))
	} else {
		pictures = r.pictures()
	}
	for _, p := range pictures {
		all[p.file] = func(w io.Writer) error { return p.draw.Write(w, "svg") }
		names = append(names, p.file)
	}
	all[PageFile] = func(w io.Writer) error { return r.writePage(w, f.path, pictures) }
	batch := f.Batch()
	defer batch.Close()
	late := ctx
	if interrupted { // a device or pipe takes it all the same
		var stop func()
		late, stop = files.Late(ctx)
		defer stop()
	}
	for _, name := range append(names, PageFile) {
		if err := ctx.Err(); err != nil && !interrupted {
			return err
		}
		if err := batch.Write(late, filepath.Join(f.path, name), reads, all[name]); err != nil {
			return fmt.Errorf("writing the results: %w", err)
		}
	}
	if err := f.Settle(late, &batch); err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	r.note(escape.Terminal(files.Older(f.path, names, "curve-*.svg", "heat-*.svg", "tradeoff.svg", "optimum-*.svg")))
	return nil
}

// writes are the files that Write may write.
func (p Plan) writes() []string {
	return append([]string{ResultsFile, SummaryFile, PageFile}, p.drawings()...)
}

// writePage is the sweep on one page of Markdown.
func (r Results) writePage(w io.Writer, dir string, pictures []picture) error {
	p := r.Plan
	var b strings.Builder
	title := p.Title
	if title == "" {
		title = "A sweep over " + strings.Join(r.keys(), " and ")
	}
	fmt.Fprintf(&b, "# %s\n\nA simulation with a replayable seed: its noise protects nobody, and nothing here is for releasing data.\n\n", escape.Markdown(title))
	for _, a := range p.Axes {
		fmt.Fprintf(&b, "- `%s`: %s\n", a.Key, escape.Markdown(strings.Join(a.listed(), a.between())))
	}
	fmt.Fprintf(&b, "- draws of the noise for each: %d, on the same data, split and graph: bands show noise only\n- different runs in all: %d\n", p.Repeats, p.Runs())
	proves := "nothing is proved: there is no noise, or no guarantee at the end"
	if with := r.Promised().Words(); with != "" {
		proves = "what the noise proves, it proves " + with
	}
	for _, words := range slices.Concat([]string{proves}, p.Notes(), []string{report.Choosing}, r.Told()) {
		if words != "" {
			fmt.Fprintf(&b, "- %s\n", escape.Markdown(words))
		}
	}
	for _, m := range append(r.Compared(), EpsilonTight) {
		fmt.Fprintf(&b, "\n## %s, medians\n\nAcross: `%s`", m.Words, p.Across().Key)
		if down, two := p.Down(); two {
			fmt.Fprintf(&b, ", down: `%s`", down.Key)
		}
		fmt.Fprintf(&b, ".\n\n%s", escape.MarkdownBlock("", strings.Join(r.HeatMap(m, 0, Shades), "\n")))
	}
	r.optimumWords(&b)
	for _, picture := range pictures {
		fmt.Fprintf(&b, "\n![%s](%s)\n", escape.Markdown(picture.title), picture.file)
	}
	where, from, to := "In this folder", PlanFile, "."
	if slices.ContainsFunc(p.runs, func(c config.Config) bool { return runner.FullPaths(c.Data) != c.Data }) {
		where, from, to = "Where the sweep was made, for its data are named from there", filepath.Join(dir, PlanFile), dir
	}
	fmt.Fprintf(&b, "\n`%s` has every run, `%s` every cell. %s, this makes what is missing and the files again:\n\n%s", ResultsFile, SummaryFile, where,
		escape.MarkdownBlock("sh", fmt.Sprintf("admmlab sweep %s --out %s", escape.Shell(noFlag(from)), escape.Shell(noFlag(to)))))
	_, err := io.WriteString(w, b.String())
	return err
}

// noFlag is a path as no command takes it for a flag.
func noFlag(path string) string {
	if strings.HasPrefix(path, "-") {
		return "./" + path
	}
	return path
}

// optimumWords tell the optimal alpha of every curve of a sweep over alpha.
func (r Results) optimumWords(b *strings.Builder) {
	if r.Plan.Across().Key != admm.AlphaKey {
		return
	}
	b.WriteString("\n## Optimal alpha\n\nProblem (28) of TIFS 2017, section V-C, on the training loss.\n")
	for _, c := range r.Plan.Curves() {
		words := r.OptimumWords(c)
		if c.Label != "" {
			words = append([]string{escape.Terminal(c.Label)}, words...)
		}
		b.WriteString("\n" + escape.MarkdownBlock("", strings.Join(words, "\n")))
	}
}

// unpromised counts the runs of a curve, and those of them that have no total that the noise proves.
func (r Results) unpromised(c Curve) (all, open int) {
	for _, cell := range c.Cells {
		for k := range cell.runs {
			run, ok := r.At(cell, k)
			if !ok || run.Iteration == 0 { // nothing was sent
				continue
			}
			if all++; !numeral.Bounds(float64(run.EpsilonTight)) {
				open++
			}
		}
	}
	return all, open
}

// OptimumWords are the optimal alpha of a curve in sentences, or why there is none.
func (r Results) OptimumWords(c Curve) []string {
	f, err := r.Optimum(c)
	if err != nil {
		return []string{err.Error()}
	}
	planned := 0
	for _, cell := range c.Cells {
		planned += len(cell.runs)
	}
	words := f.Words()
	if r.Plan.Loss.Column != TrainLoss.Column {
		words[0] += " of " + r.Plan.Loss.Column
	}
	words[0] += fmt.Sprintf(", least squares over %d of %s, off by %s (root mean square)", len(f.Fitted), numeral.Counted(planned, "run"), numeral.Short(f.Off))
	if all, open := r.unpromised(c); open > 0 {
		words = append(words, fmt.Sprintf("U_priv is a formula in α alone: of %d of the %s the noise proves no total, and there it measures nothing", open, numeral.Counted(all, "run")))
	}
	return words
}
