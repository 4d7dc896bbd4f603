ps_2_0
nop
mov r0, c0
mov r1, c1
mov r2, c2
lrp r3, r2, r0, r1
mov oC0, r3
cmp r3, r0, r1, r2
mov oC1, r3
mad_sat r3, r0, r1, r2
mov oC2, r3
add_pp r3, r0, c3
mov oC3, r3
