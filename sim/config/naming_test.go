package config

import (
	"strings"
	"testing"
)

func TestNamesTellRunsApart(t *testing.T) {
	dvp := Default()
	strict := dvp
	strict.Set.Alpha = []float64{0.1}
	strictDense := strict
	strictDense.Topology = "complete"
	pvp := dvp.WithMethod("pvp")
	for _, test := range []struct {
		configs []Config
		want    string
	}{
		{[]Config{dvp}, "DVP"},
		{[]Config{dvp, dvp}, "DVP,DVP"},
		{[]Config{dvp, strict}, "α 0.5,α 0.1"},
		{[]Config{dvp, pvp}, "DVP,PVP"},
		{[]Config{dvp, strict, pvp}, "DVP α 0.5,DVP α 0.1,PVP"},
		{[]Config{dvp, strict, strictDense}, "α 0.5,α 0.1 graph ring,α 0.1 graph complete"},
		{[]Config{dvp, pvp, dvp.WithMethod("sharing")}, "DVP,PVP,Sharing"},
	} {
		if got := strings.Join(Names(test.configs), ","); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
