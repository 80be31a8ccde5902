package input

import (
	"strconv"
	"testing"
	"time"

	"admmlab/presets"
	"admmlab/sim/config"
)

// A command line takes 32,000 flags: what is told of them takes no time of the square of their number, which was
// some 10 s for these.
func TestManyFlagsAreToldOfAtOnce(t *testing.T) {
	var over []config.Assignment
	for i := range 16_000 {
		over = append(over, config.Assignment{Key: "gamma", Value: strconv.Itoa(i), Where: "--set"})
	}
	over = append(over, over[0])
	start := time.Now()
	if told := Unread(over, config.Default()); len(told) != 16_000 || told[1] != "--set gamma=1 changes nothing: DVP does not read gamma" {
		t.Errorf("%d lines, the second %q", len(told), told[1])
	}
	if told := outdone(over, map[string]string{"gamma": "so"}); len(told) != 16_000 {
		t.Errorf("%d lines", len(told))
	}
	f, err := presets.FindFigure("tifs-fig4")
	if err != nil {
		t.Fatal(err)
	}
	Varied(f, over[:300]) // each of its curves is made with all of them
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
}

// Of several flags that set a key back the first behind it is told.
func TestWhatAFlagBehindItSetsBackIsTold(t *testing.T) {
	set := func(key, value string) config.Assignment {
		return config.Assignment{Key: key, Value: value, Where: "--set"}
	}
	told := Unread([]config.Assignment{set("sigma", "1"), set("epsilon", "2"), set("epsilon", "3"), set("sigma", "4")}, config.Default().WithMethod("sharing"))
	if len(told) == 0 || told[0] != "--set sigma=1 changes nothing: the --set epsilon=2 after it sets it back" {
		t.Errorf("told %q", told)
	}
}
