ps_1_1
mov r0, v0_bx2
mul_d2 r0, r0, -v1
