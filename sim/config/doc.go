// Package config is what a session is told: a Config, the knobs that set it, the
// events that change it in mid-run, and the one text form of all of them, which
// presets, replays, flags and the clipboard share.
//
// It checks what it is given and refuses in one sentence. It runs nothing, opens no
// file and knows no session.
package config
