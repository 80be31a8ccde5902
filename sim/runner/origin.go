package runner

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	"admmlab/models/data"
	"admmlab/sim/config"
)

// Origin is what a data set of that key would have as its Origin if it were loaded: runs of
// equal configs and origins have the same rows. It reads files and makes no table; it is
// "" for what can be read only once, such as a named pipe.
func Origin(ctx context.Context, key string) (string, error) {
	kind, argument, err := config.DataKind(key)
	if err != nil {
		return "", err
	}
	if kind.Draw != nil {
		return drawn(kind), nil
	}
	t := &texts{tell: telling(ctx, "", nil)}
	defer t.close()
	for _, path := range Files(kind.Name + ":" + argument) {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return "", err
		}
		if err := t.open(ctx, path); err != nil {
			return "", err
		}
	}
	return t.origin()
}

// drawn is the origin of what a kind draws.
func drawn(kind data.Kind) string { return fmt.Sprintf("%s, version %d", kind.Name, kind.Version) }

// origin reads the files to their ends and is the hash of all.
func (t *texts) origin() (string, error) {
	all := sha256.New()
	for i, f := range t.files {
		if _, err := io.Copy(io.Discard, f); err != nil {
			return "", fmt.Errorf("reading %s: %w", f.Name, err)
		}
		all.Write(t.sums[i].Sum(nil))
	}
	return fmt.Sprintf("sha256:%x", all.Sum(nil)), nil
}
