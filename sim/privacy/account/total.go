package account

// Total is what one accountant says all steps cost together.
type Total struct {
	Name    string
	Epsilon float64 // +Inf if it promises nothing
	Delta   float64 // the delta that goes with Epsilon
	Valid   bool    // whether (Epsilon, delta of the account) is proved
	Why     string  // one sentence: why it is valid, or why not
}
