package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/models/data"
	"admmlab/presets"
	"admmlab/presets/demo"
	"admmlab/sim/files"
	"admmlab/sim/runner"
	"admmlab/tui"
)

// demoRequest is how a demonstration was asked for.
type demoRequest struct {
	cast, picture, size          string
	ascii, noMouse, plain, print bool
}

// unseenSize is the screen of a demonstration that nobody sees, where none is asked for.
const unseenSize = "120x36"

// demoCommand is `admmlab demo`: the laboratory, playing by itself.
func demoCommand() *cobra.Command {
	var ask demoRequest
	cmd := &cobra.Command{
		Use:   "demo [FILE]",
		Short: "three minutes of the laboratory that play by themselves",
		Long: "Keys that were written down are pressed in the real laboratory, with captions\n" +
			"below. Everything on the screen is computed while it plays. space pauses, any\n" +
			"other key takes over. A script of your own is a text: --print writes ours, which\n" +
			"says how.",
		Example: "  admmlab demo\n  admmlab demo --print > mine.txt\n  admmlab demo mine.txt\n  admmlab demo --cast demo.cast --size 100x30\n  admmlab demo --picture lab.svg",
		Args:    input.AtMostOne,
		RunE:    ask.run,
	}
	castFlag(cmd, &ask.cast)
	cmd.Flags().StringVar(&ask.picture, "picture", "", "write the screen into FILE as SVG, at the moment the script\nnames, and end; plays out of sight")
	cmd.Flags().StringVar(&ask.size, "size", "", "play out of sight, on a screen of COLUMNSxROWS\n("+unseenSize+" where a picture is made and nothing is said)")
	cmd.Flags().BoolVar(&ask.ascii, "ascii", false, "ASCII only")
	cmd.Flags().BoolVar(&ask.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	cmd.Flags().BoolVar(&ask.plain, "plain", false, "captions and values as sentences, no screen")
	cmd.Flags().BoolVar(&ask.print, "print", false, "write the script and play nothing")
	input.Offer(cmd, cobra.NoFileCompletions, "size")
	return cmd
}

func (r *demoRequest) run(cmd *cobra.Command, args []string) error {
	for _, play := range []string{"cast", "picture", "size", "plain", "ascii"} {
		if r.print && cmd.Flags().Changed(play) {
			return fmt.Errorf("--print writes the script and plays nothing; expected it without --%s, which needs the demo to play", play)
		}
	}
	text, name := demo.Text, "the script of the demo"
	if len(args) == 1 {
		read, err := files.Read(cmd.Context(), args[0], files.MostKeys)
		if err != nil {
			return fmt.Errorf("reading the script: %w", err)
		}
		text, name = string(read), args[0]
	}
	script, err := input.Heed(cmd.Context(), func() (demo.Script, error) { return demo.Parse(text, name) })
	if err != nil {
		return err
	}
	if r.print {
		for line := range strings.Lines(text) { // whose end would be shown where it is more than a line feed
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRightFunc(line, unicode.IsSpace)); err != nil {
				return err
			}
		}
		return nil
	}
	reads := slices.Concat(args, input.ReadBy(nil, script.Start))
	if err := files.Endless(reads); err != nil {
		return err
	}
	for _, out := range []string{standardOutput, r.picture} {
		if err := notOwn(out); out != "" && err != nil {
			return fmt.Errorf("writing %s: %w", out, err)
		}
	}
	show := tui.Show{Script: script}
	if err := r.place(cmd, &show); err != nil {
		return err
	}
	news := input.Unread(script.Set, script.Start)
	if script.Left != "" {
		news = append([]string{script.Left}, news...)
	}
	host := runner.NewHost()
	play := func() (left, err error) {
		lab := tui.Options{Host: host, Start: script.Start, Presets: presets.All(), Figures: presets.Figures(), ASCII: r.ascii, NoMouse: r.noMouse, Show: &show}
		if show.Columns > 0 { // nobody sees what is told on the screen
			output.Notes(cmd.ErrOrStderr(), strings.Join(news, "\n"))
		} else {
			lab.News = strings.Join(news, "; ")
		}
		recording, err := openCast(cmd, r.cast, append(slices.Clip(reads), typed(script)...))
		if err != nil {
			return nil, err
		}
		host.Spare(append(slices.Clip(reads), r.cast)...)
		if left, err = onScreen(cmd, lab, recording); left == nil && err == nil { // as in the laboratory
			host.Close()
		}
		return left, err
	}
	if !cmd.Flags().Changed("picture") {
		left, err := play()
		return cmp.Or(err, left)
	}
	if cmd.Flags().Changed("cast") && files.Same(r.cast, r.picture) { // before the recording begins it anew
		return fmt.Errorf("writing %s: --cast records into the same file, expected another for --picture", r.picture)
	}
	// The file is begun first: one that cannot be written is not played for.
	var left error
	err = files.Write(cmd.Context(), r.picture, reads, func(w io.Writer) (err error) {
		var picture bytes.Buffer
		show.Picture = &picture
		if left, err = play(); err != nil {
			left = nil // it is told
			return err
		}
		// What its keys have opened is known only now.
		if err := files.Check(r.picture, host.Spared()); err != nil {
			return err
		}
		if picture.Len() == 0 {
			return fmt.Errorf("making %s: the script ends without the line picture, which says when", r.picture)
		}
		_, err = picture.WriteTo(w)
		return err
	})
	return errors.Join(err, left)
}

// typed are the files whose names a script types: its keys may open them as data, when a
// recording has begun already.
func typed(script demo.Script) (list []string) {
	begun := []string{""}
	for _, k := range data.Kinds {
		begun = append(begun, k.Name+":")
	}
	for _, begun := range begun {
		for _, text := range script.Typed(begun) {
			text = strings.TrimSpace(text) // as a line counts
			for _, name := range append(runner.Files(text), text) {
				if info, err := os.Stat(name); err == nil && !info.IsDir() && !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
	}
	return list
}

// place decides where it plays.
func (r *demoRequest) place(cmd *cobra.Command, show *tui.Show) error {
	if r.plain {
		show.Captions = cmd.OutOrStdout()
		if files.Same(r.cast, standardOutput) || files.Same(r.picture, standardOutput) { // which has that, and nothing between
			show.Captions = cmd.ErrOrStderr()
		}
	}
	sized, made := cmd.Flags().Changed("size"), cmd.Flags().Changed("cast") || cmd.Flags().Changed("picture")
	if !sized && !r.plain && !cmd.Flags().Changed("picture") {
		if why := noScreen(cmd.OutOrStdout()); why != "" {
			return fmt.Errorf("playing the demo: %s; --plain tells it in sentences, --size %s plays it out of sight, for --cast or --picture", why, unseenSize)
		}
		return nil
	}
	if sized && !made {
		return errors.New("--size is that of a screen out of sight; expected also what to make of it, --cast FILE or --picture FILE")
	}
	size, rest := cmp.Or(r.size, unseenSize), ""
	if n, _ := fmt.Sscanf(size+" ", "%dx%d%s", &show.Columns, &show.Rows, &rest); n != 2 || show.Columns < 20 || show.Columns > 1000 || show.Rows < 5 || show.Rows > 500 || show.Columns*show.Rows > 270_000 {
		return fmt.Errorf("--size %s: expected COLUMNSxROWS such as %s, from 20x5 to 1000x500, of 270,000 cells at most", r.size, unseenSize)
	}
	return nil
}
