package steer

import (
	"admmlab/tui/scene"
)

// MoveCursor moves the cursor by n iterations that are kept; past the newest it is live.
func (d *Desk) MoveCursor(n int) {
	at := d.scene.Cursor
	if at == 0 {
		if n > 0 {
			return
		}
		at = d.scene.Run.Last()
	}
	d.SetCursor(max(d.scene.Run.Step(at, n), 1))
}

// SetCursor reads iteration t; 0, or one not computed yet, is live.
func (d *Desk) SetCursor(t int) {
	if t = d.scene.Run.Kept(t); t > d.scene.Run.Last() {
		t = 0
	}
	if t != d.scene.Cursor && d.look != nil {
		defer d.sendLook() // the lens reads that iteration, too
	}
	d.scene.Cursor = t
	d.scene.Message = scene.Message{} // the reading takes its place
}

// givenUp reports whether the runner cannot go back to the iteration that is read, for the lens that
// looks: what it shows then is of now.
func (d *Desk) givenUp() bool {
	told := d.scene.State
	return d.look != nil && told.Seq >= d.looked && d.scene.Cursor > 0 && told.At > 0 && told.At != d.scene.Cursor
}

// Live lets go of the cursor.
func (d *Desk) Live() {
	if d.scene.Cursor > 0 {
		d.SetCursor(0)
	}
}
