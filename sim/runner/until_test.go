package runner

import (
	"context"
	"testing"

	"admmlab/models"
)

// Many pieces one after the other take as long as an iteration, or the setting up of wide data:
// the next of them is not begun once nobody waits.
func TestWhatNobodyWaitsForEndsWithItsPiece(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	made := 0
	err := func() (err error) {
		defer unlessStopped(ctx, &err)
		until(ctx, models.Serial)(1000, func(int) {
			if made++; made == 3 {
				stop()
			}
		})
		return nil
	}()
	if made != 3 || err != context.Canceled {
		t.Errorf("%d pieces were made of 3, %v", made, err)
	}
}
