package archive

import (
	"context"

	"admmlab/sim/runner"
)

// Doubt fills in which records would not be the same if they were run again, because
// their data are not those of then. It reads every file of data once, and ends early with
// ctx.
func Doubt(ctx context.Context, records []Record) {
	type answer struct {
		origin string
		err    error
	}
	known := map[string]answer{}
	for i, r := range records {
		if r.Origin == "" || ctx.Err() != nil {
			continue
		}
		now, asked := known[r.Config.Data]
		if !asked {
			now.origin, now.err = runner.Origin(ctx, r.Config.Data)
			known[r.Config.Data] = now
		}
		switch {
		case ctx.Err() != nil:
		case now.err != nil:
			records[i].Doubt = "its data cannot be read any more"
		case now.origin != "" && now.origin != r.Origin:
			records[i].Doubt = "its data are not those of then"
		}
	}
}
