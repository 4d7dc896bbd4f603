ps_2_0
dcl t0
dcl t1
dcl t2
dcl_2d s0
dcl_cube s1
dcl_volume s2
mov r3, t0
mov r4, t1
mov r5, t2
texld r0, t0, s0
texldp r1, t1, s0
texld r2, t2, s1
texldb r6, r3, s0
mov oC0, r0
mov oC1, r1
mov oC2, r2
mov oC3, r6
