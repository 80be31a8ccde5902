package report

import (
	"encoding/json"

	"admmlab/sim"
	"admmlab/sim/rows"
)

// Entry is what a Table writes in a column for a row of a method.
func Entry(c *rows.Column, method string, r *sim.Row) any {
	switch {
	case c.Value != nil:
		return c.Value(r)
	case c.Word:
		return c.Text(method, r)
	}
	return json.Number(c.Text(method, r))
}

// FromJSON gives a row what a Table wrote of a column as JSON.
func FromJSON(c *rows.Column, r *sim.Row, value json.RawMessage) error {
	switch {
	case c.Value == nil && c.PutText != nil:
		text := string(value)
		if c.Word {
			text = ""
			if err := json.Unmarshal(value, &text); err != nil {
				return err
			}
		}
		return c.PutText(r, text)
	case c.Put != nil:
		var n Number
		if err := json.Unmarshal(value, &n); err != nil {
			return err
		}
		c.Put(r, float64(n))
	}
	return nil
}
