package archive

import (
	"context"
	"errors"
	"fmt"

	"admmlab/sim/files"
)

// OtherData is the doubt about a run whose files have been changed since.
const OtherData = "its data are not those of then"

// Doubt fills in which records would not be the same if they were run again, because
// their data are not those of then, or are read only once, as of a device, and nobody can
// tell. It asks once for the origin of every data set, as runner.Origin or the Origin of the
// host that would run them, and ends early with ctx. Its error is a files.OwnOutput: what is
// told of the runs would go into their data.
func Doubt(ctx context.Context, records []Record, origin func(ctx context.Context, key string) (string, error)) error {
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
			now.origin, now.err = origin(ctx, r.Config.Data)
			known[r.Config.Data] = now
		}
		if own := (files.OwnOutput{}); errors.As(now.err, &own) {
			return fmt.Errorf("reading the data of the run %s: %w", r.ID, now.err)
		}
		switch {
		case ctx.Err() != nil:
		case now.err != nil:
			records[i].Doubt = "its data cannot be read any more"
		default:
			records[i].Doubt = Unlike(r.Origin, now.origin)
		}
	}
	return nil
}

// Unlike is the doubt about a run of data of one origin that is run on those of another, "" if
// nothing is known.
func Unlike(then, now string) string {
	switch {
	case then == "" || then == now:
		return ""
	case now == "":
		return "its data are in no file that can be read again"
	}
	return OtherData
}
