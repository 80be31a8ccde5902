package config

import (
	"fmt"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/spell"
)

// CheckData looks at the form of a data key, without opening anything.
func CheckData(v string) error {
	kind, rest, found := strings.Cut(v, ":")
	switch kind {
	case "census":
		n, err := strconv.Atoi(rest)
		if !found || (err == nil && n >= 2 && n <= data.MaxPeople) {
			return nil
		}
		return fmt.Errorf("data = %q, expected census or census:N with N from 2 to %d", v, data.MaxPeople)
	case "wide":
		if found && rest == "" {
			return fmt.Errorf("data = %q names no size, expected wide or wide:ROWSxCOLUMNS such as wide:700x500", v)
		}
		if _, _, err := WideSize(rest); err != nil {
			return fmt.Errorf("data = %q: %w", v, err)
		}
		return nil
	case "adult", "libsvm", "csv":
		if rest != "" {
			return nil
		}
		return fmt.Errorf("data = %q names no file, expected %s:PATH", v, kind)
	}
	return fmt.Errorf("data = %q is unknown, expected census, census:N, wide, wide:ROWSxCOLUMNS, adult:PATH, libsvm:TRAIN[:TEST] or csv:PATH%s",
		v, spell.Hint(kind, []string{"census", "wide", "adult", "libsvm", "csv"}))
}

// WideSize reads the size of wide data, such as 700x500; "" is the usual one.
func WideSize(size string) (rows, columns int, err error) {
	if size == "" {
		return data.WideRows, data.WideColumns, nil
	}
	first, second, _ := strings.Cut(size, "x")
	rows, err = strconv.Atoi(first)
	if err == nil {
		columns, err = strconv.Atoi(second)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%q is no size, expected ROWSxCOLUMNS such as 700x500", size)
	}
	return rows, columns, data.CheckWide(rows, columns)
}
