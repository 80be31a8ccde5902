package files

import (
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

// marks are the byte order marks that a text may begin with, and what it is in: the longer
// ones first, as one of them begins with another.
var marks = []struct {
	mark string
	in   encoding.Encoding // nil for UTF-8
}{
	{"\xff\xfe\x00\x00", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
	{"\x00\x00\xfe\xff", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{"\xff\xfe", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{"\xfe\xff", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	{"\ufeff", nil},
}

// Text is what stands in r without a byte order mark, and in UTF-8 where that mark tells of
// UTF-16 or UTF-32, as spreadsheets and editors write them. Nothing is read before the
// first Read.
func Text(r io.Reader) io.Reader { return &marked{Reader: r} }

type marked struct {
	io.Reader
	begun bool
}

func (m *marked) Read(p []byte) (int, error) {
	if !m.begun {
		m.begun = true
		head := make([]byte, len(marks[0].mark))
		n, err := io.ReadFull(m.Reader, head)
		if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, err
		}
		m.Reader = decoded(string(head[:n]), m.Reader)
	}
	return m.Reader.Read(p)
}

// decoded is a text of which the head has been read.
func decoded(head string, rest io.Reader) io.Reader {
	for _, k := range marks {
		if behind, has := strings.CutPrefix(head, k.mark); has {
			text := io.MultiReader(strings.NewReader(behind), rest)
			if k.in == nil {
				return text
			}
			return transform.NewReader(text, k.in.NewDecoder())
		}
	}
	return io.MultiReader(strings.NewReader(head), rest)
}
