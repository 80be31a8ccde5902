package account

// Best stands for the smallest valid total of all accountants.
const Best = "best"

// Accountants are all of them, in the order of Totals; of two that say the same Best is
// that at the smaller delta, then an exact one, then the first. Tests add to them before anything is booked.
var Accountants = []*Accountant{basic, advanced, optimal, zcdp, gammaNorm, pld, gaussian}

// Names are the accountants' names.
func Names() []string {
	names := make([]string, len(Accountants))
	for i, by := range Accountants {
		names[i] = by.Name
	}
	return names
}
