package scene

import (
	"admmlab/sim/runner"
	"admmlab/tui/chart"
)

// SideRoles are how the runs side by side are drawn, that at the keys first.
var SideRoles = [runner.MaxBeside + 1]chart.Role{chart.Main, chart.Second, chart.Third, chart.Fourth}

// SideMarks name those lines in a table, with and without box drawing.
var SideMarks = [2][runner.MaxBeside + 1]string{{"──", "╌╌", "══", "××"}, {"--", "**", "%%", "xx"}}
