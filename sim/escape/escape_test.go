package escape

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

const hostile = "a\x1b[2J\n\a\u0085\u202ez\u200b\u2028\ufe0f\U000e0041\xffé日"

func TestTerminalShowsWhatIsHidden(t *testing.T) {
	want := `a\x1b[2J\n\a\u0085\u202ez\u200b\u2028\ufe0f\U000e0041\xffé日`
	if got := Terminal(hostile); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := Terminal("a\u2800\u2d7f\U00010a3f\U0001107f\U0001193e\U00011a47\U00011a99\U00011f42\U00013440\U00013441\U00013442\U00016fe4\U0001bc9d\U0001d159b"), `a\u2800\u2d7f\U00010a3f\U0001107f\U0001193e\U00011a47\U00011a99\U00011f42\U00013440\U00013441\U00013442\U00016fe4\U0001bc9d\U0001d159b`; got != want {
		t.Errorf("without ink: %s, want %s", got, want)
	}
	for _, plain := range []string{"", "α 0.5 → 0.32, \\n", "日本 e\u0301", "\ufffd", "\u2801\U00016fe1\U0001d158\U00013455"} {
		if got := Terminal(plain); got != plain {
			t.Errorf("%q became %q", plain, got)
		}
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r < 0xd800 || r > 0xdfff {
			if got := Terminal(string(r)); strings.ContainsFunc(got, Hidden) || !Hidden(r) && got != string(r) {
				t.Fatalf("%U is shown as %q", r, got)
			}
		}
	}
}

// However a text is cut, and whoever writes bytes that are none.
func TestAWriterShowsTheSameInAnyPieces(t *testing.T) {
	text := strings.Repeat("x\té日\U0001f600\n\x1b\u202e\xff\xe6", 3) + "\xf0\x9f"
	want := strings.Repeat("x\té日\U0001f600\n"+`\x1b\u202e\xff\xe6`, 3) + `\xf0\x9f`
	for _, read := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
		var b strings.Builder
		w := &Writer{To: &b}
		for from, p := read(strings.NewReader(text)), make([]byte, 7); ; {
			n, err := from.Read(p)
			if wrote, wrong := w.Write(p[:n]); wrong != nil || wrote != n {
				t.Fatal(wrote, wrong)
			}
			if err != nil {
				break
			}
		}
		if err := w.Close(); err != nil || b.String() != want {
			t.Errorf("%q, want %q, %v", b.String(), want, err)
		}
	}
	if _, err := (&Writer{To: failing{}}).Write([]byte("x")); err != io.ErrClosedPipe {
		t.Errorf("%v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestMarkdownBeginsNothing(t *testing.T) {
	for in, want := range map[string]string{
		"α 0.5 → 0.32 (gamma-norm)":    "α 0.5 → 0.32 (gamma-norm)",
		"a | b\nc":                     `a \| b\\nc`,
		"![x](http://h/y.png)":         `!\[x\](http\://h/y.png)`,
		"see HTTPS://h, WwW.h and a@b": `see HTTPS\://h, WwW\.h and a@<!-- -->b`,
		"<img src=x> &lt; `x` $x$":     "\\<img src=x\\> \\&lt; \\`x\\` \\$x\\$",
		"# a":                          `\# a`, "- a": `\- a`, "12. a": `12\. a`, "1) a": `1\) a`, "+ a": `\+ a`, "===": `\===`, "--": `\--`,
		"    a": "a", "*a* _b_ ~c~": `\*a\* \_b\_ \~c\~`, `\`: `\\`, "\x1b\u202e\t": `\\x1b\\u202e\\t`, "-0.5": "-0.5", "0.5": "0.5", "12.": `12\.`,
	} {
		if got := Markdown(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestMarkdownCodeIsNotLeft(t *testing.T) {
	for in, want := range map[string]string{
		"alpha = 0.1": "`alpha = 0.1`", "a`b": "``a`b``", "``": "``` `` ```", "a|b\n\u202e": "`a\\|b\\n\\u202e`", "": "`  `",
	} {
		if got := MarkdownCode(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if got, want := MarkdownBlock("sh", "a\n```\n![x](y)\x1b\n"), "````sh\na\n```\n![x](y)\\x1b\n````\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestXMLBeginsNoTag(t *testing.T) {
	if got, want := XML("<a b='c' d=\"e\">&amp;\x1b\u202e"), `&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;\x1b\u202e`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestACellIsNoFormula(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "DVP α 0.5": "DVP α 0.5", "=cmd()": "'=cmd()", "+x": "'+x", "-x": "'-x", "@x": "'@x", "  =x": "'  =x", "\t=x": `\t=x`, "'=x": "''=x", `"=x`: `'"=x`,
		"-0.5": "-0.5", "+Inf": "+Inf", "-1e-9": "-1e-9", "a\n=b": `a\n=b`, "\u202e": `\u202e`, "-": "'-",
		"a;=b": "a;'=b", "a,=b": "a,=b", "a; '\"+b;c;-1": "a; '\"'+b;c;'-1", ";a=b;": ";a=b;",
		"＝1": "'＝1", "﹦1": "'﹦1", "﹢1": "'﹢1", "﹣x": "'﹣x", "﹫x": "'﹫x", "＋1": "'＋1", "－x": "'－x", "＠x": "'＠x", "\u3000=x": "'\u3000=x", "a;\u00a0=1": "a;\u00a0'=1", "a;＝1": "a;'＝1",
	} {
		if got := Cell(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// A line above the table is no cell in quotes: it is taken apart at every comma.
func TestACommentHasNoFormula(t *testing.T) {
	for in, want := range map[string]string{
		"Weights of a,=b after iteration 1.": "Weights of a,'=b after iteration 1.", "predict \"yes,=cmd\", else \"no\"": "predict \"yes,'=cmd\", else \"no\"",
		"by a;,\"=1+1\", as": "by a;,\"'=1+1\", as", "α = 1, β = 2": "α = 1, β = 2", "=x": "=x", "\x1b": `\x1b`,
	} {
		if got := Comment(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestJSONIsWholeAndHidesNothing(t *testing.T) {
	text := strings.ToValidUTF8(hostile, "") + "\U0001f600\"\\<"
	got := JSON(text)
	var back string
	if err := json.Unmarshal([]byte(got), &back); err != nil || back != text || strings.ContainsFunc(got, Hidden) {
		t.Errorf("%s: %q, %v", got, back, err)
	}
	if !bytes.Contains([]byte(got), []byte(`\udb40\udc41`)) {
		t.Error(got)
	}
	// Two words of another encoding stay two: "\ufffd" stood for either.
	if got, want := JSON("j\xe9 \ufffd"), "\"j\\\\xe9 \ufffd\""; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Everything has a form in ASCII, of one character for drawings; a text that is ASCII
// stays as it is.
func TestASCII(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a\nb\t~": "a\nb\t~", "ε ≤ 36.5, δ = 10⁻⁵": "epsilon <= 36.5, delta = 10^-5", "|x|² α̂ ₂": "|x|^2 alpha_hat 2",
		"census · é 日": `census . \u00e9 \u65e5`, "╭─┼╮│": "+-++|", "0.5→0.3 … ①": "0.5->0.3 ... 1",
	} {
		if got := ASCII(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if l := Letter(r); l > 0x7e && r > 0x7f || r < 0x80 && l != r {
			t.Fatalf("%U is drawn as %U", r, l)
		}
		if r > 0xffff {
			r += 0xff // so many are alike
		}
		if text := ASCII(string(r)); strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Fatalf("%U is written as %q", r, text)
		}
	}
}

// A word for a shell is its bytes, whatever they are.
func TestAWordForAShellKeepsItsBytes(t *testing.T) {
	for in, want := range map[string]string{
		"o\xff": `"$(printf 'o\377')"`, "p\xff\x01": `"$(printf 'p\377\001')"`, "\xe6\x97é日": `"$(printf '\346\227é日')"`,
		"\ufffd": "\ufffd", "\ufffd\x1b": `"$(printf '` + "\ufffd" + `\033')"`, "a b": "'a b'", "\u202e": `"$(printf '\342\200\256')"`, "a\nb": "'a\nb'",
		"it's \xff\n": `"$(printf 'it\047s \377')"` + "'\n'", "-5 %\x01": `"$(printf '\0555 \045\001')"`, "-x": "-x",
	} {
		if got := Shell(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// Every shell that is here reads it so.
func TestEveryShellReadsAWordAsItsBytes(t *testing.T) {
	words := []string{"-n\x01", "\xff\n\n", "100 %d\\n\x1b!$HOME`x`$(y)\"'a\n b", "\u202eé日*", "\n\x01", "a\x01\n", "!!\x7f", "~", "{a,b}", "é", "it's", "a!b"}
	var line strings.Builder
	for _, w := range words {
		line.WriteString(" " + Shell(w))
	}
	for _, name := range []string{"sh", "dash", "bash", "zsh", "ksh", "mksh", "busybox"} {
		shell, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		args := []string{"-c", "printf '%s|'" + line.String()}
		if name == "busybox" {
			args = append([]string{"sh"}, args...)
		}
		if out, err := exec.Command(shell, args...).Output(); err != nil || string(out) != strings.Join(words, "|")+"|" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}
