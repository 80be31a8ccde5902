module admmlab

go 1.26

require (
	github.com/charmbracelet/x/ansi v0.11.8 // indirect
	github.com/clipperhouse/displaywidth v0.11.0 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/guptarohit/asciigraph v0.10.0 // indirect
	github.com/lucasb-eyer/go-colorful v1.4.0 // indirect
	github.com/mattn/go-runewidth v0.0.24 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)
