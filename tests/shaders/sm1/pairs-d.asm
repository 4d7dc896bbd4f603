ps_1_4
mov r0, c0
mov r1, c1
mul_x4 r0.rg, 1-r0, r1_bx2.a
+mad_d4_sat r0.a, -r0_bias.r, r1.b, r0.g
mov_d8 r2.a, r0.r
+mov_x8 r2.rgb, r1
add r0.b, -r0_x2, r2.a
+lrp r0.a, r2.a, r0.b, r1.g
mad r0.rgb, r0, c2, c3
