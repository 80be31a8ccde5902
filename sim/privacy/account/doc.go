// Package account says what many releases of one holder cost together: it
// composes the steps of a run, which may differ because knobs change live, into
// one (epsilon, delta) by several theorems and names the smallest valid one.
//
// Two kinds of thing live here: the formulas and their Accountant, each in the file
// named after its method (basic, advanced, optimal, zcdp, gammanorm, gaussian; audit),
// and Account, which keeps their running sums so that a step costs next to nothing.
//
// What the totals assume: the epsilons of the steps were not chosen by looking at
// protected values (choosing the next iterate from earlier releases is fine, that
// is adaptive composition; choosing the next noise level that way needs the
// privacy filters of Rogers et al. 2016), minimisers are exact, and |x| <= 1.
// Which adjacency a number refers to is decided by whoever fills in a Step.
//
// The package never draws noise, sees a record, reads a clock or starts a
// goroutine. An Account is a plain value of one owner, not safe for concurrent use.
//
// Sources: KOV is Kairouz, Oh, Viswanath, The composition theorem for
// differential privacy, arXiv 1311.0776. DRV is Dwork and Roth, The algorithmic
// foundations of differential privacy, Theorem 3.20. BS is Bun and Steinke 2016. CKS
// is Canonne, Kamath, Steinke, arXiv 2004.00010.
package account
