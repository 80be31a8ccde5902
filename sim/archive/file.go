package archive

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/report"
)

// A file is three parts in plain text: a line with the version, the checksum of
// the head, the length of the curves and their checksum; a line of JSON, the head;
// and the curves as CSV. A table of runs reads the first two lines only.
const (
	version   = 1
	firstLine = "admmlab run %d %08x %d %08x\n"
	columns   = "iteration,train_loss,test_error,epsilon_total,epsilon_tight\n"
)

// damaged is why a file is no run that this version can read.
type damaged string

func (d damaged) Error() string { return string(d) }

// head is a Record in the file.
type head struct {
	Name    string    `json:"name,omitempty"`
	Began   time.Time `json:"began"`
	End     End       `json:"end"`
	Session string    `json:"session"`
	Last    last      `json:"last"`
}

// last is the newest row, by the names of report.Columns.
type last struct {
	Iteration    int    `json:"iteration"`
	TrainLoss    number `json:"train_loss"`
	TestLoss     number `json:"test_loss"`
	TestError    number `json:"test_error"`
	Disagreement number `json:"disagreement"`
	EpsilonStep  number `json:"epsilon_step"`
	EpsilonTotal number `json:"epsilon_total"`
	Delta        number `json:"epsilon_total_delta"`
	GradientNorm number `json:"gradient_norm"`
	Tight        number `json:"epsilon_tight"`
	TightDelta   number `json:"delta"`
	Accountant   string `json:"accountant"`
	RealisedMax  number `json:"realised_max"`
}

type number = report.Number

func formatHead(r Record, body []byte) ([]byte, error) {
	l := r.Last
	line, err := json.Marshal(head{
		Name: r.Name, Began: r.Began.UTC(), End: r.End, Session: r.Config.Text(),
		Last: last{
			Iteration: l.Iteration, TrainLoss: number(l.TrainLoss), TestLoss: number(l.TestLoss), TestError: number(l.TestError),
			Disagreement: number(l.Disagreement), EpsilonStep: number(l.EpsilonStep), EpsilonTotal: number(l.EpsilonTotal), Delta: number(l.Delta),
			GradientNorm: number(l.GradientNorm), Tight: number(l.Tight), TightDelta: number(l.TightDelta), Accountant: l.Accountant,
			RealisedMax: number(l.RealisedMax),
		},
	})
	if err != nil {
		return nil, fmt.Errorf("keeping the run %s: %w", r.ID, err)
	}
	first := fmt.Sprintf(firstLine, version, crc32.ChecksumIEEE(line), len(body), crc32.ChecksumIEEE(body))
	return append(append([]byte(first), line...), '\n'), nil
}

// parseHead reads the first two lines of a file of size bytes; crc is the checksum
// of what follows them. Nothing is left of a crash in mid-write but a size that
// does not fit.
func parseHead(file io.Reader, size int64) (r Record, crc uint32, err error) {
	in := bufio.NewReader(file)
	first, err := in.ReadString('\n')
	if err != nil {
		return r, 0, broken(err)
	}
	var v int
	var headCRC uint32
	var length int64
	if n, _ := fmt.Sscanf(first, firstLine, &v, &headCRC, &length, &crc); n == 0 {
		return r, 0, damaged("it is no run")
	} else if v != version {
		return r, 0, damaged(fmt.Sprintf("its version is %d, expected %d", v, version))
	} else if n < 4 {
		return r, 0, damaged("its first line is torn")
	}
	line, err := in.ReadBytes('\n')
	if err != nil {
		return r, 0, broken(err)
	}
	if int64(len(first)+len(line))+length != size {
		return r, 0, damaged("it is not as long as it says")
	}
	line = line[:len(line)-1]
	if crc32.ChecksumIEEE(line) != headCRC {
		return r, 0, damaged("its checksum is wrong")
	}
	r, err = record(line)
	return r, crc, err
}

// broken is an error of reading: an end that comes too early is damage, anything
// else may go away.
func broken(err error) error {
	if errors.Is(err, io.EOF) {
		return damaged("it ends in mid-line")
	}
	return err
}

func record(line []byte) (Record, error) {
	var h head
	if err := json.Unmarshal(line, &h); err != nil {
		return Record{}, damaged(err.Error())
	}
	asked, err := config.ParseText([]byte(h.Session), "the session")
	if err != nil {
		return Record{}, damaged(err.Error())
	}
	l := h.Last
	return Record{Name: h.Name, Began: h.Began, End: h.End, Config: asked, Last: sim.Row{
		Iteration: l.Iteration, TrainLoss: float64(l.TrainLoss), TestLoss: float64(l.TestLoss), TestError: float64(l.TestError),
		Disagreement: float64(l.Disagreement), EpsilonStep: float64(l.EpsilonStep), EpsilonTotal: float64(l.EpsilonTotal), Delta: float64(l.Delta),
		GradientNorm: float64(l.GradientNorm), Tight: float64(l.Tight), TightDelta: float64(l.TightDelta), Accountant: l.Accountant,
		RealisedMax: float64(l.RealisedMax),
	}}, nil
}

// parse reads a whole file.
func parse(text []byte) (Record, []byte, error) {
	r, crc, err := parseHead(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return r, nil, err
	}
	lines := bytes.SplitAfterN(text, []byte("\n"), 3)
	if crc32.ChecksumIEEE(lines[2]) != crc {
		return r, nil, damaged("the checksum of its curves is wrong")
	}
	return r, lines[2], nil
}
