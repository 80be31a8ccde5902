package models
import ("testing";"fmt")
func TestDecay(t *testing.T) {
	for _, d := range []float64{.7,.5,.3,.2,.1,.03,.01} { decay = d; fmt.Println(d); TestFuzz(t) }
}
