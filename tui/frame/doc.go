// Package frame is what stands around the parts of the screen: the line of the run above,
// the values of a small window, news and keys below, and the box of a part.
//
// It reads the scene and draws; it knows no panel, no lens and no key.
package frame
