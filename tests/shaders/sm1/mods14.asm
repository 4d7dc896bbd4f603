ps_1_4
mov r1, -v0_bias
mov r2, v0_x2
mov r3, -v0_x2
add_d8 r0, r2, r1
mad_x2_sat r0, r0, v1, -r1
add_d4 r0, r0, -r3
