// Package samples says how many records the papers' theorems ask for at each node until
// what is learned is, but for a small chance, hardly worse than a reference classifier:
// sample complexity. TIFS 2017 section IV, AISec 2016 section 4, Recycled ADMM section VI.
//
// Every theorem is given in two readings. As printed: its terms, times the smallest
// constant that the rest of its proof allows, which the papers leave as "there is a
// constant". Proved: what holds, by the proof below, whose constants are all there. The
// limit of the run at hand, with its own rho, is bounded by the same proof.
//
// The package computes with numbers it is given. It knows no run, reads no record, and
// claims nothing of a run: what one really does is measured elsewhere and held against it.
//
// # Units
//
// L is the mean loss E L(y f.x) as a run shows it. TIFS and AISec weigh it with C: their
// expected loss is C L, and their alpha_acc is C tau with tau the excess used here, which
// is also Recycled's. r is the weight of |f|^2/2 at one node, rho or Recycled's rho/N, and
// lambda = r/C.
//
// # The proof
//
// Let z_1..z_n be independent records of one distribution, |x| <= 1 and |L'| <= 1, and b
// a vector that does not depend on them. Let
//
//		G^(f) = (1/n) sum_i L(z_i, f) + lambda/2 |f|^2 + b.f,   f* = argmin G^
//		G(f)  =            L(f)       + lambda/2 |f|^2 + b.f,   f^ = argmin G
//
//	 1. With another record in the place of z_i the minimiser moves by 2/(n lambda) at most:
//	    two lambda-strongly convex functions, whose gradients differ by 2/n at most.
//	 2. L is 1-Lipschitz in f, so that E[L(f*) - (1/n) sum L(z_i, f*)] <= 2/(n lambda)
//	    (Bousquet and Elisseeff, 2002), and E G^(f*) <= E G^(f^) = G(f^). Together
//	    E[G(f*) - G(f^)] <= 2/(n lambda), and by Markov, as it is not negative,
//	    G(f*) <= G(f^) + 2/(delta n lambda) but for a chance of delta.
//	 3. G(f^) <= G(f0) for every f0, also one that was chosen by the same records.
//	 4. -b.f* - lambda/2 |f*|^2 <= |b|^2/(2 lambda). So, with |b| <= s,
//
//	    L(f*) <= L(f0) + (sqrt(lambda) |f0| + s/sqrt(lambda))^2 / 2 + 2/(delta n lambda)
//
// The papers take a lemma of Sridharan, Shalev-Shwartz and Srebro (2008) in place of 1 and
// 2. It has ln(1/delta) for 1/delta, with a constant K that none of them states; here every
// constant is known. Where noise moves the model itself by e, L moves by e at most.
//
// The limit of a run minimises the mean of all nodes' objectives: n is then N times the
// records of the smallest node, and b the mean of their noise. Steps 1 and 2 hold for means
// over nodes, too, and where every node's records are seen from a place of its own.
//
// The noise is bounded by Lemma 17 of TIFS, see Tail, but for another delta: what is
// proved here holds but for a chance of 2 delta, as Theorem 10 does.
package samples
