package band

import "testing"

func TestDrawsAreRefusedInWords(t *testing.T) {
	for text, ok := range map[string]bool{"10": true, " 2 ": true, "1": false, "": false, "x": false, "1e9": false} {
		if err := checkDraws(text); (err == nil) != ok {
			t.Errorf("%q draws: %v", text, err)
		}
	}
}
