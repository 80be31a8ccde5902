package data

import (
	"bytes"
	"strings"
	"testing"
)

// checkFuzzed: a reader refuses in one line or returns a sound table.
func checkFuzzed(t *testing.T, d *Dataset, err error) {
	if err != nil {
		if d != nil || strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("refused with %v and the table %v", err, d)
		}
		return
	}
	checkSound(t, d)
	d.Describe(0)
	if up := positives(d); up == 0 || up == d.Len() {
		t.Errorf("%d of %d labels are +1", up, d.Len())
	}
}

func FuzzLIBSVM(f *testing.F) {
	for _, text := range []string{
		"+1 1:1 3:0.5\n-1 2:-1 # note\n", "1 1:1e308 2:1e308\n2 1:5e-324 3:1e-310\n", "0\n1 1000000:1\n", "1 1000000001:1\n", "1 2:1 1:1\n-1",
		"\ufeff1 1:0x1p-3\r\n-1 1:1_0\r\n", "nan 1:1", "1 1:", "1 0:1 2:3\n-1 0:0\n", "#\n", "1 :1\n",
	} {
		f.Add([]byte(text), []byte("1 4:1\n"), true)
		f.Add([]byte(text), []byte{}, false)
	}
	f.Fuzz(func(t *testing.T, train, test []byte, both bool) {
		if both {
			d, err := LIBSVM(File{"a", bytes.NewReader(train)}, File{"b", bytes.NewReader(test)})
			checkFuzzed(t, d, err)
			return
		}
		d, err := LIBSVM(File{"a", bytes.NewReader(train)})
		checkFuzzed(t, d, err)
	})
}

func FuzzCSV(f *testing.F) {
	for _, text := range []string{
		"a,b,y\n1,red,0\n-2,blue,1\n", "red,p\nblue,e\nred,p\n", "1e308,1\n-1e308,2\n5e-324,2\n", "\"a\nb\",y\n1,2\n3,4\n", "\ufeffa,y\n?,1\n,2\n",
		"1,2\n3\n", "a,\"b", "1,NaN\n", "x,p\n1,p\n2,q\n", ",,\n,,\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := CSV(File{"a", bytes.NewReader(text)})
		checkFuzzed(t, d, err)
	})
}

func FuzzAdult(f *testing.F) {
	f.Add([]byte(adultPoor), []byte(adultRich))
	f.Add([]byte(adultHoles+adultRich), []byte(adultPoor))
	f.Add([]byte(strings.Replace(adultPoor, "39", "-1e308", 1)), []byte(adultRich))
	f.Add([]byte(strings.Repeat(",", 14)), []byte("|"))
	f.Fuzz(func(t *testing.T, train, test []byte) {
		d, err := Adult(File{"a", bytes.NewReader(train)}, File{"b", bytes.NewReader(test)})
		checkFuzzed(t, d, err)
	})
}
