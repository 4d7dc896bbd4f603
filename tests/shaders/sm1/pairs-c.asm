ps_1_3
mov r1, c1
cmp r0.rgb, r1, c2, 1-v0
+cmp r0.a, -r1, c2, v0
