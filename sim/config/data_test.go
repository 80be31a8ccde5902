package config

import (
	"strings"
	"testing"
)

func TestWideSizes(t *testing.T) {
	for key, want := range map[string]string{
		"wide:700": "ROWSxCOLUMNS", "wide:7e2x500": "ROWSxCOLUMNS", "wide:700x50": "100 to 20000",
		"wide:10x500": "20 to 1000000", "wide:900000x9000": "entries", "wide:700x500x3": "ROWSxCOLUMNS", "wide:-700x500": "20 to",
		"wid": "did you mean wide",
	} {
		err := CheckData(key)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", key, err, want)
		}
	}
	if err := CheckData("wide:"); err == nil || !strings.Contains(err.Error(), "names no size") {
		t.Errorf("wide: without a size: %v", err)
	}
	if err := CheckData("wide"); err != nil || DataWords("wide") != "wide 7000 x 5000" {
		t.Errorf("%v, %s", err, DataWords("wide"))
	}
}
