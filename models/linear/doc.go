// Package linear is the linear algebra of the minimisers and of what is measured
// beside them: sums over vectors, products with tables and between them, the
// Cholesky factor with what is solved by it, and the eigenvectors of a symmetric
// matrix.
//
// It gives the same bits on every processor and on any number of cores: every
// product is rounded before it is added, float64(x*y) + z, which the language
// specification says is never fused, and the order of every sum is fixed by
// lengths alone. That is why it stands here beside gonum, whose sums have another
// order in its assembly than in its Go.
//
// Matrices are stored row by row. Lengths that do not fit are a mistake of the
// caller and may panic. The package knows no model, starts no goroutine (who has
// idle cores hands in a function that runs pieces at once) and nothing in it
// allocates unless a function says so.
package linear
