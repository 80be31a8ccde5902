package data

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
)

// What everything that reads the list relies on.
func TestKindsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds {
		if k.Name == "" || strings.ContainsAny(k.Name, ": ") || seen[k.Name] || k.Argument == "" || k.Asked == "" || k.Words == nil || len(k.Offers) == 0 {
			t.Errorf("%+v is not whole, or is there twice", k)
		}
		seen[k.Name] = true
		if (k.Draw == nil) == (k.Read == nil) || k.Read == nil && (k.Split != nil || k.Inside != nil || k.Extension != "") {
			t.Errorf("%s must either draw or read files", k.Name)
		}
		if (k.Draw != nil) != (k.Version > 0) {
			t.Errorf("%s has the version %d: what draws has one", k.Name, k.Version)
		}
		for _, o := range k.Offers {
			found, argument, known := Find(o.Key)
			if !known || found.Name != k.Name || o.Title == "" || o.Detail == "" || o.Long == "" {
				t.Errorf("%s offers %+v", k.Name, o)
			}
			asks := strings.HasSuffix(o.Key, ":")
			if argument == "" && !asks && !k.Alone || argument != "" && k.Check != nil && k.Check(argument) != nil {
				t.Errorf("%s offers %s, which is no key of it", k.Name, o.Key)
			}
			if name, _ := k.Words(argument); name == "" && !asks {
				t.Errorf("%s has no words for %s", k.Name, o.Key)
			}
		}
	}
	if _, _, known := Find("nothing:5"); known {
		t.Error("a kind that nobody declared is known")
	}
}

// A drawing ends with the first error its progress returns.
func TestDrawingCanBeStopped(t *testing.T) {
	enough := errors.New("enough")
	arguments := map[string]string{"census": "70000", "wide": "200x100"}
	for _, k := range Kinds {
		if k.Draw == nil {
			continue
		}
		told := 0
		d, err := k.Draw(arguments[k.Name], func(part float64) error {
			if told++; part < 0 || part > 1 {
				t.Errorf("%s tells of the part %g", k.Name, part)
			}
			return enough
		})
		if d != nil || err != enough || told != 1 {
			t.Errorf("%s: %v, %v after %d words", k.Name, d, err, told)
		}
	}
}

func TestLIBSVMTakesOnePathOrTwo(t *testing.T) {
	for argument, want := range map[string][]string{
		"a": {"a"}, "a:b": {"a", "b"}, "there:it:is": {"there:it:is"}, "a:b:c": {"a:b", "c"}, ":b": {":b"},
	} {
		got := libsvmKind.Split(argument, func(path string) bool { return path == "there:it:is" })
		if !slices.Equal(got, want) {
			t.Errorf("%s is cut into %q, want %q", argument, got, want)
		}
	}
}

// Who draws other tables raises the version of the kind, and changes its hash here.
func TestDrawnTablesBelongToAVersion(t *testing.T) {
	drawn := map[string]struct {
		argument string
		version  int
		hash     uint64
	}{"census": {"50", 1, 0x806d69caf5a50c9e}, "wide": {"20x100", 1, 0xd5ea272c89895947}}
	for _, k := range Kinds {
		if k.Draw == nil {
			continue
		}
		d, err := k.Draw(drawn[k.Name].argument, nil)
		if err != nil {
			t.Fatal(err)
		}
		hash := fnv.New64a()
		for i := range d.Len() {
			columns, values := d.Rows.Row(i)
			fmt.Fprintf(hash, "%x %v %x\n", d.Labels[i], columns, values)
		}
		if want := drawn[k.Name]; k.Version != want.version || hash.Sum64() != want.hash {
			t.Errorf("%s, version %d: %#x, expected %+v", k.Name, k.Version, hash.Sum64(), want)
		}
	}
}
