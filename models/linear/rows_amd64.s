#include "textflag.h"

// func addGroups(y *float64, n int, sign float64, scale *float64, stride int, rows *float64, rowStride, groups int)
//
// The loops of addFours for n numbers, a multiple of 4, two at a time, operation by
// operation. SSE2 is part of every amd64.
TEXT ·addGroups(SB), NOSPLIT, $0-64
	MOVQ  y+0(FP), DI
	MOVQ  n+8(FP), CX
	MOVSD sign+16(FP), X14
	MOVQ  scale+24(FP), AX
	MOVQ  stride+32(FP), DX
	MOVQ  rows+40(FP), R8
	MOVQ  rowStride+48(FP), R12
	MOVQ  groups+56(FP), R13
	SHLQ  $3, DX
	SHLQ  $3, R12

group:
	MOVSD    (AX), X0
	MOVSD    (AX)(DX*1), X1
	LEAQ     (AX)(DX*2), AX
	MOVSD    (AX), X2
	MOVSD    (AX)(DX*1), X3
	LEAQ     (AX)(DX*2), AX
	MULSD    X14, X0
	MULSD    X14, X1
	MULSD    X14, X2
	MULSD    X14, X3
	UNPCKLPD X0, X0
	UNPCKLPD X1, X1
	UNPCKLPD X2, X2
	UNPCKLPD X3, X3
	LEAQ     (R8)(R12*1), R9
	LEAQ     (R8)(R12*2), R10
	LEAQ     (R9)(R12*2), R11
	XORQ     BX, BX

four:
	MOVUPD (DI)(BX*8), X4
	MOVUPD 16(DI)(BX*8), X5
	MOVUPD (R8)(BX*8), X6
	MOVUPD 16(R8)(BX*8), X7
	MULPD  X0, X6
	MULPD  X0, X7
	ADDPD  X6, X4
	ADDPD  X7, X5
	MOVUPD (R9)(BX*8), X6
	MOVUPD 16(R9)(BX*8), X7
	MULPD  X1, X6
	MULPD  X1, X7
	ADDPD  X6, X4
	ADDPD  X7, X5
	MOVUPD (R10)(BX*8), X6
	MOVUPD 16(R10)(BX*8), X7
	MULPD  X2, X6
	MULPD  X2, X7
	ADDPD  X6, X4
	ADDPD  X7, X5
	MOVUPD (R11)(BX*8), X6
	MOVUPD 16(R11)(BX*8), X7
	MULPD  X3, X6
	MULPD  X3, X7
	ADDPD  X6, X4
	ADDPD  X7, X5
	MOVUPD X4, (DI)(BX*8)
	MOVUPD X5, 16(DI)(BX*8)
	ADDQ   $4, BX
	CMPQ   BX, CX
	JLT    four

	LEAQ (R10)(R12*2), R8
	SUBQ $1, R13
	JNZ  group
	RET
