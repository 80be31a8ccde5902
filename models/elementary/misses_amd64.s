#include "textflag.h"

// The constants of exp.go, each twice.
DATA steps256x2<>+0(SB)/8, $0x40771547652b82fe
DATA steps256x2<>+8(SB)/8, $0x40771547652b82fe
GLOBL steps256x2<>(SB), RODATA|NOPTR, $16
DATA roundMagic2<>+0(SB)/8, $0x4338000000000000
DATA roundMagic2<>+8(SB)/8, $0x4338000000000000
GLOBL roundMagic2<>(SB), RODATA|NOPTR, $16
DATA ln2High2<>+0(SB)/8, $0x3f662e42fef00000
DATA ln2High2<>+8(SB)/8, $0x3f662e42fef00000
GLOBL ln2High2<>(SB), RODATA|NOPTR, $16
DATA ln2Low2<>+0(SB)/8, $0x3d5473de6af278ed
DATA ln2Low2<>+8(SB)/8, $0x3d5473de6af278ed
GLOBL ln2Low2<>(SB), RODATA|NOPTR, $16
DATA fourth2<>+0(SB)/8, $0x3fa5555555555555
DATA fourth2<>+8(SB)/8, $0x3fa5555555555555
GLOBL fourth2<>(SB), RODATA|NOPTR, $16
DATA third2<>+0(SB)/8, $0x3fc5555555555555
DATA third2<>+8(SB)/8, $0x3fc5555555555555
GLOBL third2<>(SB), RODATA|NOPTR, $16
DATA half2<>+0(SB)/8, $0x3fe0000000000000
DATA half2<>+8(SB)/8, $0x3fe0000000000000
GLOBL half2<>(SB), RODATA|NOPTR, $16
DATA one2<>+0(SB)/8, $0x3ff0000000000000
DATA one2<>+8(SB)/8, $0x3ff0000000000000
GLOBL one2<>(SB), RODATA|NOPTR, $16

// 2^17 less the bits of roundMagic, modulo 2^64.
DATA far2<>+0(SB)/8, $0xbcc8000000020000
DATA far2<>+8(SB)/8, $0xbcc8000000020000
GLOBL far2<>(SB), RODATA|NOPTR, $16

// func missPairs(miss, margins *float64, pairs int, powers *[256]uint64) (far uint64)
//
// The loop of missesOneByOne for two rows at a time, operation by operation. SSE2
// is part of every amd64.
TEXT ·missPairs(SB), NOSPLIT, $0-40
	MOVQ  miss+0(FP), DI
	MOVQ  margins+8(FP), SI
	MOVQ  pairs+16(FP), CX
	MOVQ  powers+24(FP), R8
	MOVUPD steps256x2<>(SB), X8
	MOVUPD roundMagic2<>(SB), X9
	MOVUPD ln2High2<>(SB), X10
	MOVUPD ln2Low2<>(SB), X11
	MOVUPD fourth2<>(SB), X12
	MOVUPD third2<>(SB), X13
	MOVUPD half2<>(SB), X14
	MOVUPD one2<>(SB), X15
	PXOR  X7, X7 // far
	TESTQ CX, CX
	JLE   done

loop:
	MOVUPD (SI), X0
	MOVAPD X0, X1
	MULPD  X8, X1
	ADDPD  X9, X1   // shifted
	MOVAPD X1, X2
	SUBPD  X9, X2   // n
	MOVAPD X2, X3
	MULPD  X10, X3
	SUBPD  X3, X0
	MULPD  X11, X2
	SUBPD  X2, X0   // r

	MOVQ    X1, AX
	MOVBLZX AX, AX
	PEXTRW  $4, X1, BX
	MOVBLZX BX, BX
	MOVSD   (R8)(AX*8), X6
	MOVHPD  (R8)(BX*8), X6
	MOVAPD  X1, X4
	MOVUPD  far2<>(SB), X5
	PADDQ   X1, X5
	PSRLQ   $18, X5
	POR     X5, X7
	PSRLQ   $8, X4
	PSLLQ   $52, X4
	PADDQ   X4, X6  // power

	MOVAPD X0, X1
	MULPD  X0, X1   // r r
	MOVAPD X0, X2
	MULPD  X12, X2
	ADDPD  X13, X2
	MULPD  X0, X2
	ADDPD  X14, X2
	MULPD  X1, X2
	ADDPD  X2, X0
	MULPD  X6, X0
	ADDPD  X6, X0   // e^m
	ADDPD  X15, X0
	MOVAPD X15, X1
	DIVPD  X0, X1
	MOVUPD X1, (DI)

	ADDQ $16, SI
	ADDQ $16, DI
	DECQ CX
	JNZ  loop

done:
	MOVAPD  X7, X0
	PSRLDQ  $8, X0
	POR     X7, X0
	MOVQ    X0, AX
	MOVQ    AX, far+32(FP)
	RET
