// Package models is what is learned: the losses, one node's empirical
// risk and the one subproblem that all consensus methods solve on it, and the
// two local steps of vertical sharing.
//
// It knows no network, no privacy and no terminal. It never reads a clock or
// a file, starts a goroutine or draws a random number: the same calls give
// the same bits, on every processor: each product is rounded before it is added,
// float64(x*y) + z, which is never fused, elementary functions come from package
// elementary and sums over vectors from package linear. Nothing here allocates per call once warm.
//
// # Papers
//
//	TIFS17   Zhang and Zhu, Dynamic differential privacy for ADMM-based
//	         distributed classification learning, IEEE TIFS 2017
//	AISec16  Zhang and Zhu, A dual perturbation approach for differential
//	         private ADMM-based distributed empirical risk minimization,
//	         AISec 2016 (symbols as TIFS17)
//	RADMM    Zhang, Khalili and Liu, Recycled ADMM: improving the privacy and
//	         accuracy of distributed algorithms, IEEE TIFS 2019
//	SHARING  Hu et al., Learning privately over distributed features: an ADMM
//	         sharing approach, 2019
//
// # Glossary: consensus methods
//
//	TIFS17, AISec16   RADMM         here        meaning
//	f_p               f_i           f           a node's model, d numbers
//	x_ip, y_ip        x_i^n, y_i^n  signed row  record, |x| <= 1, and label +-1; stored as y x
//	                                m           margin y x.f
//	L                 L             Loss        loss: Logistic, log(1+e^-m), or Huber
//	L', |L'| <= 1                   Slope       derivative; -s(-m) of Logistic
//	L'' <= c_1        c_1           Curvature   second derivative, at most C1: 1/4 of Logistic
//	P                 N             nodes       number of nodes
//	B_p               B_i           Records     records of a node, public
//	N_p               V_i           degree      number of neighbours (the sets: N_p, V_i)
//	C^R               C             C           weight of the empirical risk
//	C^R/B_p           C/B_i         Weight      weight of one record
//	rho               rho/N         r           weight of the node's |f|^2/2
//	Phi               -             Phi         extra curvature of DVP when alpha is small
//	eta               eta, eta_i    eta         penalty on disagreement
//	r+Phi+2 eta N_p   r+2 eta V_i   Curvature   q, curvature without data
//	lambda_p          lambda_i      lambda      dual variable; enters as 2 lambda.f
//	mu_p              -             mu          perturbed dual lambda + C/(2B) epsilon, TIFS17 (14)
//	V_p               -             released    PVP's broadcast f + epsilon (not the degree)
//	epsilon_p         epsilon_i     epsilon     noise vector, before any factor
//	(C/B) epsilon     epsilon_i     n           the same in gradient units
//	zeta_p            alpha_i(k)    zeta        rate of the noise density e^(-zeta |epsilon|)
//	alpha_p(t)        -             alpha       promise of one release
//	alpha-hat         -             alphaHat    what is left of alpha for the noise
//	-                 beta          total       total privacy loss over all iterations
//	-                 gamma         gamma       curvature of the recycled even step, RADMM (10)
//	(13), (9)         (8), (14)     Linear      l = 2 lambda + n - eta sum_j (f_own + f_j)
//
// TIFS17's rho stands where RADMM has rho/N; r is that number in both. RADMM's
// alpha_i(k) is the rate of the noise, not a promise.
//
// # Glossary: vertical sharing
//
//	SHARING       here           meaning
//	M             parties        number of parties
//	N             Records        samples (in RADMM: nodes)
//	D_m, d_m      Block, Dim     a party's columns and their number
//	x_m           x              a party's model (in the other papers x is a record)
//	D_m x_m       Apply          a party's message, one number a sample
//	z             z              auxiliary scores, Loss.Steps
//	y             dual           dual variable (in the other papers y is a label)
//	Y_i           label          label +-1
//	lambda        lambda         weight of R = |x|^2/2 (in the other papers a dual)
//	rho           rho            penalty (in the other papers a regulariser weight)
//	lambda/rho    kappa          ridge of the block step (6)
//	xi_m          xi             noise (10), N(0, sigma^2 (D'D)^-1), InverseRoot
//	epsilon       epsilon        promise of one iteration (in the other papers noise)
//	c_1           -              bound on R'' (in the other papers on L'')
package models
