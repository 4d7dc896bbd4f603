ps_1_1
mov r0, c0
mov r1, c1
mul_x2 r0.rgb, r0, r1.a
+add_sat r0.a, r0, r1
mad_d2 r1.rgb, r0.a, 1-r1, -r0
+mul r1.a, r0, r1
add r0.rgb, r0, r1
+mov r0.a, r1
