package archive

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// inFolder makes the test binary a program that does nothing but save.
const inFolder = "ADMMLAB_TEST_SAVES_IN"

func TestMain(m *testing.M) {
	if folder := os.Getenv(inFolder); folder != "" {
		a := Open(folder)
		for i := 1; ; i++ {
			if err := a.Save(tried("now", i), curve(min(i, 1000))); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
			fmt.Println(i)
		}
	}
	os.Exit(m.Run())
}

// kill -9 in mid-write leaves the file as it was before or as it is after, whichever
// moment it hits, and no other run is touched.
func TestKilledWhileSavingNothingIsLost(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Skip("the test binary cannot be found: ", err)
	}
	a := saved(t, tried("finished", 30))
	for writes := 1; writes <= 20; writes++ {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), inFolder+"="+a.Folder())
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		told := 0
		for lines := bufio.NewScanner(out); told < writes && lines.Scan(); {
			if _, err := fmt.Sscan(lines.Text(), &told); err != nil {
				t.Error(lines.Text())
				break
			}
		}
		cmd.Process.Kill() // by now it is somewhere in the next write
		cmd.Wait()
		records, notes, err := a.List(t.Context())
		if err != nil || notes != nil || len(records) != 2 {
			t.Fatalf("%d runs, %q, %v", len(records), notes, err)
		}
		for _, r := range records {
			if r.ID == "now" && r.Last.Iteration < told {
				t.Errorf("run at %d, but %d were told to be safe", r.Last.Iteration, told)
			}
			if _, _, err := a.Curve(r.ID); err != nil {
				t.Error(err)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(a.Folder(), "*"+aside)); left != nil {
		t.Error(left)
	}
}
