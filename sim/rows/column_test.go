package rows

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The reference says of each column what its declaration says.
func TestTheReferenceHasEveryColumn(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	for head, columns := range map[string][]*Column{
		"column":                             Scripted(),
		"no column of rows, but a condition": picked(func(c *Column) bool { return c.Aside }),
	} {
		table := "| " + head + " | is |\n|---|---|\n"
		for _, c := range columns {
			table += fmt.Sprintf("| `%s` | %s |\n", c.Name, strings.ReplaceAll(c.Meaning, "|", `\|`))
		}
		if !strings.Contains(string(page), table) {
			t.Errorf("docs/reference.md lacks the table\n%s", table)
		}
	}
}

func TestEveryColumnIsWhole(t *testing.T) {
	once := map[string]bool{}
	for _, c := range Columns {
		for hole, is := range map[string]bool{
			"no Name": c.Name == "", "no Words": c.Words == "", "no Meaning": c.Meaning == "",
			"neither Value nor Text": c.Value == nil && c.Text == nil, "both Value and Text": c.Value != nil && c.Text != nil,
			"a column of its name before it": once[c.Name],
		} {
			if is {
				t.Errorf("column %q has %s", c.Name, hole)
			}
		}
		once[c.Name] = true
	}
}
