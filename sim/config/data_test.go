package config

import (
	"slices"
	"strings"
	"testing"

	"admmlab/models/data"
)

func TestWideSizes(t *testing.T) {
	for key, want := range map[string]string{
		"wide:700": "ROWSxCOLUMNS", "wide:7e2x500": "ROWSxCOLUMNS", "wide:700x50": "100 to 20000",
		"wide:10x500": "20 to 1000000", "wide:900000x9000": "entries", "wide:700x500x3": "ROWSxCOLUMNS", "wide:-700x500": "20 to",
		"wid": "did you mean wide",
	} {
		_, _, err := DataKind(key)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", key, err, want)
		}
	}
	if _, _, err := DataKind("wide:"); err == nil || !strings.Contains(err.Error(), "names no size") {
		t.Errorf("wide: without a size: %v", err)
	}
	if _, _, err := DataKind("wide"); err != nil || DataWords("wide") != "wide 7000 x 5000" {
		t.Errorf("%v, %s", err, DataWords("wide"))
	}
}

// The knob's form and help are made from the list of kinds.
func TestTheDataKnobTellsOfEveryKind(t *testing.T) {
	kinds := data.Kinds
	t.Cleanup(func() { data.Kinds = kinds })
	before := dataKnob()
	data.Kinds = append(slices.Clone(kinds), data.Kind{Name: "coins", Argument: "N", Asked: "number", Alone: true, About: "coins is a toy."})
	if k := dataKnob(); before.Formula == "" || k.Formula != before.Formula+" · coins · coins:N" || k.Turning != before.Turning+" coins is a toy." {
		t.Errorf("the knob says %q and %q", k.Formula, k.Turning)
	}
}
