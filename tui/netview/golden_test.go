package netview

import (
	"strings"
	"testing"

	"admmlab/sim/network"
)

// The pictures a panel of 24 x 8 cells shows; look at them before accepting a change.
var golden = []struct {
	kind  string
	nodes int
	ascii bool
	want  string
}{
	{network.Ring, 5, false, `
   1 ●━━━━━━━━━━━● 2
    ▐             ▌
   ▗▘             ▝▖
   ▌               ▐
5 ●▄               ▄● 3
    ▀▚▄         ▄▞▀
       ▀▚▄   ▄▞▀
          ▀●▀4
`},
	{network.Star, 5, false, `
2 ●▖               ▗● 3
   ▝▚▄           ▄▞▘
      ▀▄       ▄▀
        ▀▄▖ ▗▄▀
          ▟●▙1
       ▄▞▀   ▀▚▄
    ▄▞▀         ▀▚▄
5 ●▀               ▀● 4
`},
	{network.Path, 5, false, `
       2   3   4
 1 ●━━━●━━━●━━━●━━━● 5
`},
	{network.Complete, 5, false, `
   1 ●▄▖━━━━━━━▗▄● 2
    ▐ ▚▝▀▄▄ ▄▄▀▘▞ ▌
   ▗▘  ▌▄▄▀▀▀▄▄▐  ▝▖
   ▌▗▄▞▀▖     ▗▀▚▄▖▐
5 ●█▘━━━▝▖━━━▗▘━━━▝█● 3
    ▀▚▄  ▝▖ ▗▘  ▄▞▀
       ▀▚▄▚ ▞▄▞▀
          ▀●▀4
`},
	{network.Grid, 6, false, `
           2
1 ●━━━━━━━━●━━━━━━━━● 3
  ┃        ┃        ┃
  ┃        ┃        ┃
  ┃        ┃        ┃
4 ●━━━━━━━━●━━━━━━━━● 6
           5
`},
	{network.Ring, 12, false, `
       ▗▄●━━━●▄▖
  12 ●▀▘ 1   2 ▝▀● 3
    ▞             ▚
11 ●               ● 4
10 ●               ● 5
    ▚             ▞
   9 ●▄▖ 8   7 ▗▄● 6
       ▝▀●━━━●▀▘
`},
	{network.Ring, 5, true, `
   1 o-----------o 2
    /             \
   /               \
   |               |
5 o-.             .-o 3
    ` + "`" + `--.       .--'
       ` + "`" + `--. .--'
          ` + "`" + `o'4
`},
}

func TestGoldenPictures(t *testing.T) {
	for _, c := range golden {
		o := Options{Width: 24, Height: 8, Layout: c.kind, ASCII: c.ascii}
		got := Draw(parse(t, c.kind, c.nodes), o).String()
		if want := strings.Trim(c.want, "\n"); strings.Trim(got, "\n") != want {
			t.Errorf("%s of %d:\n%s\nwant\n%s", c.kind, c.nodes, got, want)
		}
	}
}
