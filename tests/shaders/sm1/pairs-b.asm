ps_1_1
mov r0, c0
dp3_sat r0.rgb, r0_bx2, c1
+mul r0.a, r0.b, r0.b
