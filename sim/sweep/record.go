package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/escape"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// Run is what one finished run came to.
type Run struct {
	Session      string        `json:"session"`                // its text, which makes it again
	Data         string        `json:"data,omitempty"`         // the origin of its data, which belongs to that; "" in folders of before it was noted
	RowsVersion  int           `json:"rows_version,omitempty"` // sim.RowsVersion of the program that made it; 0 in folders of before it was noted
	Iteration    int           `json:"iteration"`
	TrainLoss    report.Number `json:"train_loss"`
	TrainLossC   report.Number `json:"train_loss_c"` // NaN in folders of before it was noted
	TestError    report.Number `json:"test_error"`
	HeldError    report.Number `json:"held_error"`    // of the training rows set aside, if any; NaN in folders of before there could be
	EpsilonTotal report.Number `json:"epsilon_total"` // as the paper counts
	EpsilonTight report.Number `json:"epsilon_tight"` // as the noise proves, at Delta
	Delta        report.Number `json:"delta"`
	End          string        `json:"end"`               // one of Limit, Budget, Condition, Diverged
	Why          string        `json:"why,omitempty"`     // the notice it ended with, unless at its limit
	Told         string        `json:"told,omitempty"`    // what there is to know of its data, a line each
	Inexact      string        `json:"inexact,omitempty"` // the notice that its models are

	line int // of its folder, from 1
}

// How a run ends.
const (
	Limit     = "limit"     // all its iterations
	Budget    = "budget"    // stopped at its own budget
	Condition = "condition" // stopped by its own stop_when
	Diverged  = "diverged"  // the numbers left the finite range
)

// take notes an iteration: the last one is what the run came to.
func (r *Run) take(row sim.Row, notices []sim.Notice) {
	r.Iteration = row.Iteration
	r.TrainLossC = report.Number(row.TrainLossC)
	r.TrainLoss, r.TestError, r.HeldError = report.Number(row.TrainLoss), report.Number(row.TestError), report.Number(row.HeldError)
	r.EpsilonTotal, r.EpsilonTight, r.Delta = report.Number(row.EpsilonTotal), report.Number(row.Tight), report.Number(rows.TightDelta.Value(&row))
	r.End, r.Why = Limit, ""
	for _, n := range notices {
		switch n.Kind {
		case sim.Data, sim.Unheld, sim.Refused:
			line := n.Text
			if n.Kind == sim.Refused {
				line = n.Dated()
			}
			r.Told = strings.TrimPrefix(r.Told+"\n"+escape.Terminal(line), "\n")
		case sim.SolverMissed:
			r.Inexact = n.Text
		case sim.Diverged:
			r.End, r.Why = Diverged, n.Text
		case sim.Wall:
			r.End, r.Why = Budget, n.Text
		case sim.Met:
			r.End, r.Why = Condition, n.Text
		}
	}
}

// sumKey is the last column of a line: the checksum of what stands before it.
const sumKey = `,"crc32":"`

// text is the line that is stored of a run.
func (r Run) text() ([]byte, error) {
	var object bytes.Buffer
	e := json.NewEncoder(&object)
	e.SetEscapeHTML(false) // six bytes for one
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	return seal(bytes.TrimSuffix(object.Bytes(), []byte("\n"))), nil
}

// seal is the line of an object.
func seal(object []byte) []byte {
	open := object[:len(object)-1]
	return fmt.Appendf(slices.Clip(open), "%s%08x\"}\n", sumKey, crc32.ChecksumIEEE(open))
}

// parseRun reads what text wrote. Folders of before there was a checksum have none, or lack
// one of two columns beside it; anything else that text would not write is an error.
func parseRun(line []byte) (Run, error) {
	none := report.Number(math.NaN())
	r := Run{TrainLossC: none, HeldError: none}
	object := bytes.TrimSuffix(line, []byte("\n"))
	at := bytes.LastIndex(line, []byte(sumKey))
	if at >= 0 {
		object = append(line[:at:at], '}')
		if !bytes.Equal(line, seal(object)) {
			return r, errors.New("its checksum is wrong")
		}
	}
	if err := json.Unmarshal(object, &r); err != nil || r.Session == "" {
		return r, errors.New("it has no session")
	}
	again, err := json.Marshal(r)
	if err != nil {
		return r, err
	}
	for _, later := range []string{"train_loss_c", "held_error"} {
		if column := []byte(`,"` + later + `":`); at < 0 && !bytes.Contains(object, column) {
			again = bytes.Replace(again, append(column, "null"...), nil, 1)
		}
	}
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, object) // which lines of before are, and again is
	if !bytes.Equal(again, escaped.Bytes()) {
		return r, errors.New("it does not have the columns of one")
	}
	return r, r.check()
}

// check looks whether the numbers are in the range they have.
func (r Run) check() error {
	if !slices.Contains([]string{Limit, Budget, Condition, Diverged}, r.End) {
		return fmt.Errorf("it ends with %q", r.End)
	}
	for _, column := range []struct {
		name  string
		value report.Number
		most  float64
	}{
		{"rows_version", report.Number(r.RowsVersion), math.Inf(1)},
		{"iteration", report.Number(r.Iteration), math.Inf(1)},
		{"train_loss", r.TrainLoss, math.Inf(1)},
		{"train_loss_c", r.TrainLossC, math.Inf(1)},
		{"test_error", r.TestError, 1},
		{"held_error", r.HeldError, 1},
		{"epsilon_total", r.EpsilonTotal, math.Inf(1)},
		{"epsilon_tight", r.EpsilonTight, math.Inf(1)},
		{"delta", r.Delta, 1},
	} {
		if v := float64(column.value); v < 0 || v > column.most {
			return fmt.Errorf("its %s is %v, expected 0 to %v", column.name, v, column.most)
		}
	}
	return nil
}
