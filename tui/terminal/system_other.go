//go:build !unix

package terminal

import tea "charm.land/bubbletea/v2"

// output are no options: bubbletea has to find the console itself, to set its modes.
func (s *Screen) output() []tea.ProgramOption { return nil }

// watch does nothing: bubbletea watches the console.
func watch(func()) (stop func()) { return func() {} }

// wake does nothing: there is no suspension.
func wake() {}
