package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"admmlab/cli/output"
	"admmlab/sim/archive"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/sim/spell"
)

// OpenArchive is this person's archive, or why there is none.
func OpenArchive() (*archive.Archive, error) {
	folder, err := report.DataFolder("runs")
	if err != nil {
		return nil, err
	}
	return archive.Open(folder), nil
}

// severalRuns is why a name means no run: it is that of several, in a sentence.
type severalRuns struct{ error }

// FindRun is the run of an ID or else the only one of a name.
func FindRun(records []archive.Record, name string) (archive.Record, error) {
	var known []string
	for _, r := range records {
		if r.ID == name {
			return r, nil
		}
		known = append(known, r.ID)
	}
	var called []archive.Record
	var ids []string
	for _, r := range records {
		if r.Name == name {
			called, ids = append(called, r), append(ids, r.ID)
		}
		if r.Name != "" {
			known = append(known, r.Name)
		}
	}
	switch {
	case name == "" || len(called) == 0:
	case len(called) == 1:
		return called[0], nil
	default:
		return archive.Record{}, severalRuns{fmt.Errorf("%d runs are called %q: say which by its ID, %s; admmlab runs lists them", len(ids), name, strings.Join(ids, " or "))}
	}
	return archive.Record{}, fmt.Errorf("no run is called %q%s; admmlab runs lists them", name, spell.Hint(name, known))
}

// TellDoubt says where a run would not be the same again, and returns that; "" where nothing
// is known. Its error is that of archive.Doubt.
func TellDoubt(ctx context.Context, errOut io.Writer, r archive.Record) (string, error) {
	asked := []archive.Record{r}
	if err := archive.Doubt(ctx, asked, runner.Origin); err != nil || asked[0].Doubt == "" {
		return "", err
	}
	doubt := fmt.Sprintf("the run %s would not be the same again: %s", r.ID, asked[0].Doubt)
	fmt.Fprintf(errOut, "admmlab: %s\n", escape.Terminal(doubt))
	return doubt, nil
}

// TellNotes tells what archive.Archive.List found on the way.
func TellNotes(errOut io.Writer, notes []string) {
	for _, n := range notes {
		fmt.Fprintf(errOut, "admmlab: %s\n", output.Sentence(errors.New(n)))
	}
}

// keptFiles is the folder of kept runs, all of which are read to find those that names mean,
// where they mean some. Its error is a files.OwnOutput: what is told would go into a run.
func keptFiles(ctx context.Context, names []string) (list []string, err error) {
	runs, err := OpenArchive()
	if err != nil {
		return nil, nil
	}
	records, err := runs.Look(ctx)
	if own := (files.OwnOutput{}); errors.As(err, &own) {
		return nil, err
	} // else what cannot be listed was not read either
	for _, name := range names {
		if _, err := FindRun(records, name); err == nil {
			return []string{runs.Folder()}, nil
		}
	}
	return nil, nil
}

// KeptNames are the names and IDs of the runs that were kept.
func KeptNames() []string {
	runs, err := OpenArchive()
	if err != nil {
		return nil
	}
	records, _ := runs.Look(context.Background()) // nothing to offer is no mistake
	var names []string
	for _, r := range records {
		if r.Name != "" && escape.Terminal(r.Name) == r.Name { // another could not be typed
			names = append(names, r.Name)
		}
		names = append(names, r.ID)
	}
	return names
}
