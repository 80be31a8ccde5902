// Package many has the lenses over many runs: a form asks what is to be run, the runs are
// made in the background and kept in a folder, and what has come of them so far is drawn.
//
// It makes no run and plans none (sim/sweep and sim/tune do), never holds the screen and
// knows no lens of a single run. Where its lenses stand among the others, lens.All says.
package many

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"admmlab/sim"
	"admmlab/sim/runner"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// many is a lens over many runs that are made in the background and kept in a folder.
type many struct {
	scene.Choice          // of what came out
	Job          *job.Job // under way
	Folder       string   // of the newest
	host         *runner.Host
}

// stop ends the work under way, where one looks at it. What is finished is still told.
func (m *many) stop(inSight bool, words string) (w scene.Wish, stopped bool) {
	if !inSight || !m.Job.UnderWay() {
		return nil, false
	}
	m.Job.Stop()
	return scene.Say{Text: words + ": finished runs stay"}, true
}

// progress is how far runs are, by the data that are being read or by how many are done.
func progress(loading *sim.Loading, done, runs int, left time.Duration) string {
	if loading != nil {
		return fmt.Sprintf("reading %d %%", int(100*loading.Part))
	}
	text := fmt.Sprintf("%d/%d", done, runs)
	if left >= 0 {
		text += ", " + left.Round(time.Second).String() + " left"
	}
	return text
}

// writtenTime is how long the folder of runs stays in sight.
const writtenTime = 20 * time.Second

// ended tells how the work ended.
func ended(note string, err error, stopped, done string) scene.Wish {
	_, broke := errors.AsType[*job.Panic](err)
	said := scene.Say{Text: done, For: writtenTime}
	switch {
	case errors.Is(err, context.Canceled):
		said = scene.Say{Text: stopped}
	case broke:
		said = scene.Say{Text: err.Error() + "; finished runs are kept", Warn: true}
	case err != nil:
		said = scene.Say{Text: err.Error(), Warn: true}
	}
	if note != "" {
		said = scene.Say{Text: said.Text + "; " + strings.ReplaceAll(note, "\n", "; "), Warn: true}
	}
	return said
}

// homely is a path with ~ for the home folder.
func homely(path string) string {
	if home, err := os.UserHomeDir(); err == nil && home != "" {
		if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
			return filepath.Join("~", rest)
		}
	}
	return path
}
