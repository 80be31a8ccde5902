package input

import "context"

// Heed does what is much work for a long text, such as checking thousands of events, and
// returns with ctx's error as soon as that ends; what is left of the work then ends with
// the program.
func Heed[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value  T
		err    error
		broken any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.broken = recover()
			done <- o
		}()
		o.value, o.err = work()
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case o := <-done:
		if o.broken != nil {
			panic(o.broken) // for Main, which tells of it
		}
		return o.value, o.err
	}
}
