package archive

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// A file is three parts in plain text: a line with the version, the checksum of
// the head, the length of the curves and their checksum; a line of JSON, the head;
// and the curves as CSV. A table of runs reads the first two lines only.
const (
	version   = 1
	firstLine = "admmlab run %d %08x %d %08x\n"
)

// damaged is why a file is not a run that this version can read.
type damaged string

func (d damaged) Error() string { return string(d) }

// head is a Record in the file.
type head struct {
	Name    string          `json:"name,omitempty"`
	Began   time.Time       `json:"began"`
	End     End             `json:"end"`
	Session string          `json:"session"`
	Data    string          `json:"data,omitempty"` // their origin
	Last    json.RawMessage `json:"last"`
}

// formatRow is a row as a JSON object with the names of the columns.
func formatRow(r sim.Row) json.RawMessage {
	columns := slices.DeleteFunc(slices.Clone(rows.Columns), func(c *rows.Column) bool { return c.Text != nil && c.PutText == nil }) // the session has them
	return written("jsonl", rows.Names(columns), func(t *report.Table) {
		var line []any
		for _, c := range columns {
			line = append(line, report.Entry(c, "", &r))
		}
		t.Write(line...)
	})
}

// written is a table in memory, where no write fails.
func written(format string, columns []string, fill func(*report.Table)) []byte {
	var b bytes.Buffer
	if t, err := report.NewTable(&b, format, columns); err == nil {
		fill(t)
		t.Flush()
	}
	return b.Bytes()
}

// parseRow reads what formatRow writes. A column that it does not have is absent.
func parseRow(text json.RawMessage) (r sim.Row, err error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil {
		return r, err
	}
	for _, c := range rows.Columns {
		value, has := values[c.Name]
		if !has {
			value = json.RawMessage("null")
		}
		if !has && c.Put == nil {
			continue
		}
		if err := report.FromJSON(c, &r, value); err != nil {
			return r, fmt.Errorf("%s of its last row: %w", c.Name, err)
		}
	}
	return r, nil
}

// curves are the bytes behind the head of a file, with their checksum as it stands there: what
// is damaged in them stays so under another head.
type curves struct {
	text []byte
	crc  uint32
}

func curvesOf(text []byte) curves { return curves{text, crc32.ChecksumIEEE(text)} }

// check is why curves are not as they were written.
func (c curves) check() error {
	if crc32.ChecksumIEEE(c.text) != c.crc {
		return damaged("the checksum of its curves is wrong")
	}
	return nil
}

// formatHead is what stands before the curves of a run; the error is tooLarge where both are more
// than is read of a file.
func formatHead(r Record, body curves) ([]byte, error) {
	line, err := json.Marshal(head{Name: r.Name, Began: r.Began.UTC(), End: r.End, Session: r.Config.Text(), Data: r.Origin, Last: formatRow(r.Last)})
	if err != nil {
		return nil, fmt.Errorf("keeping the run %s: %w", r.ID, err)
	}
	first := fmt.Sprintf(firstLine, version, crc32.ChecksumIEEE(line), len(body.text), body.crc)
	head := append(append([]byte(first), line...), '\n')
	if len(head)+len(body.text) > files.MostKept {
		return nil, tooLarge(r.ID)
	}
	return head, nil
}

// tooLarge is why a run of that ID is not written.
type tooLarge string

func (t tooLarge) Error() string {
	return fmt.Sprintf("keeping the run %s: with its changes it is larger than %d MiB, the most that is read of such a file; what was kept of it before stays", string(t), files.MostKept>>20)
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
		return r, 0, damaged("it is not a run")
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
	r.text = len(line)
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
	last, err := parseRow(h.Last)
	if err != nil {
		return Record{}, damaged(err.Error())
	}
	return Record{Name: h.Name, Began: h.Began, End: h.End, Config: asked, Origin: h.Data, Last: last}, nil
}

// parse reads a whole file, of which the curves are not checked.
func parse(text []byte) (Record, curves, error) {
	r, crc, err := parseHead(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return r, curves{}, err
	}
	return r, curves{bytes.SplitAfterN(text, []byte("\n"), 3)[2], crc}, nil
}
