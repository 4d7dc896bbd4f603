ps_1_3
tex t0
texm3x3pad t1, t0_bx2
texm3x3pad t2, t0_bx2
texm3x3spec t3, t0_bx2, c0
dp4_d2 r0, t3, 1-v0
cmp r1, r0, t3, c1
mov r0, r1
