package input

import (
	"context"
	"fmt"
	"io"

	"admmlab/sim/archive"
	"admmlab/sim/escape"
	"admmlab/sim/report"
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

// FindRun is the run of an ID or else the newest of a name.
func FindRun(records []archive.Record, name string) (archive.Record, error) {
	var known []string
	for _, r := range records {
		if r.ID == name {
			return r, nil
		}
		known = append(known, r.ID)
	}
	for _, r := range records {
		if r.Name == name {
			return r, nil
		}
		if r.Name != "" {
			known = append(known, r.Name)
		}
	}
	return archive.Record{}, fmt.Errorf("no run is called %q%s; admmlab runs lists them", name, spell.Hint(name, known))
}

// TellDoubt says where a run would not be the same again.
func TellDoubt(ctx context.Context, errOut io.Writer, r archive.Record) {
	asked := []archive.Record{r}
	if archive.Doubt(ctx, asked); asked[0].Doubt != "" {
		fmt.Fprintf(errOut, "admmlab: the run %s would not be the same again: %s\n", r.ID, asked[0].Doubt)
	}
}

// keptFiles are the files of the runs that names mean, where they mean some.
func keptFiles(names []string) []string {
	runs, err := OpenArchive()
	if err != nil {
		return nil
	}
	records, _, _ := runs.List() // what cannot be listed was not read either
	var list []string
	for _, name := range names {
		if r, err := FindRun(records, name); err == nil {
			list = append(list, runs.Path(r.ID))
		}
	}
	return list
}

// KeptNames are the names and IDs of the runs that were kept.
func KeptNames() []string {
	runs, err := OpenArchive()
	if err != nil {
		return nil
	}
	records, _, _ := runs.List() // nothing to offer is no mistake
	var names []string
	for _, r := range records {
		if r.Name != "" && escape.Terminal(r.Name) == r.Name { // another could not be typed
			names = append(names, r.Name)
		}
		names = append(names, r.ID)
	}
	return names
}
