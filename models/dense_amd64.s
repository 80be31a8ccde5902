#include "textflag.h"

// func tilePairs(sum *[16]float64, a, b *float64, n int)
//
// The loop of tileOneByOne for two columns at a time, operation by operation.
// SSE2 is part of every amd64.
TEXT ·tilePairs(SB), NOSPLIT, $0-32
	MOVQ  sum+0(FP), DI
	MOVQ  a+8(FP), SI
	MOVQ  b+16(FP), DX
	MOVQ  n+24(FP), CX
	XORPS X0, X0
	XORPS X1, X1
	XORPS X2, X2
	XORPS X3, X3
	XORPS X4, X4
	XORPS X5, X5
	XORPS X6, X6
	XORPS X7, X7
	TESTQ CX, CX
	JLE   done

loop:
	MOVUPD   (DX), X8    // b0 b1
	MOVUPD   16(DX), X9  // b2 b3
	MOVUPD   (SI), X10   // a0 a1
	MOVUPD   16(SI), X11 // a2 a3
	MOVAPD   X10, X12
	UNPCKLPD X12, X12    // a0 a0
	MOVAPD   X12, X13
	MULPD    X8, X12
	MULPD    X9, X13
	ADDPD    X12, X0
	ADDPD    X13, X1
	UNPCKHPD X10, X10    // a1 a1
	MOVAPD   X10, X13
	MULPD    X8, X10
	MULPD    X9, X13
	ADDPD    X10, X2
	ADDPD    X13, X3
	MOVAPD   X11, X14
	UNPCKLPD X14, X14    // a2 a2
	MOVAPD   X14, X15
	MULPD    X8, X14
	MULPD    X9, X15
	ADDPD    X14, X4
	ADDPD    X15, X5
	UNPCKHPD X11, X11    // a3 a3
	MOVAPD   X11, X15
	MULPD    X8, X11
	MULPD    X9, X15
	ADDPD    X11, X6
	ADDPD    X15, X7
	ADDQ     $32, SI
	ADDQ     $32, DX
	SUBQ     $1, CX
	JNZ      loop

done:
	MOVUPD X0, (DI)
	MOVUPD X1, 16(DI)
	MOVUPD X2, 32(DI)
	MOVUPD X3, 48(DI)
	MOVUPD X4, 64(DI)
	MOVUPD X5, 80(DI)
	MOVUPD X6, 96(DI)
	MOVUPD X7, 112(DI)
	RET
