package cli

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestABuildSaysWhatItWasMadeFrom(t *testing.T) {
	text := buildWords("v1.2.3", &debug.BuildInfo{GoVersion: "go1.26", Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
		{Key: "-trimpath", Value: "true"}, {Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "amd64"},
	}})
	for _, want := range []string{"v1.2.3", "0123abcd, with changes", "2026-01-02T03:04:05Z", "go1.26 linux/amd64", "trimpath yes"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not say %q", text, want)
		}
	}
	if text := buildWords("x", nil); text != "admmlab x\n" {
		t.Errorf("%q", text)
	}
	if text := buildWords("x", &debug.BuildInfo{}); !strings.Contains(text, "not recorded") {
		t.Errorf("%q", text)
	}
}
