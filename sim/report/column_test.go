package report

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
	table := "| column | is |\n|---|---|\n"
	for _, c := range Scripted() {
		table += fmt.Sprintf("| `%s` | %s |\n", c.Name, strings.ReplaceAll(c.Meaning, "|", `\|`))
	}
	if !strings.Contains(string(page), table) {
		t.Errorf("docs/reference.md lacks the table of columns, which is\n%s", table)
	}
}

func TestEveryColumnIsWhole(t *testing.T) {
	once := map[string]bool{}
	for _, c := range Columns {
		if once[c.Name] || c.Name == "" || c.Words == "" || c.Meaning == "" || (c.Value == nil) == (c.Text == nil) {
			t.Errorf("column %q has holes, or is there twice", c.Name)
		}
		once[c.Name] = true
	}
}
