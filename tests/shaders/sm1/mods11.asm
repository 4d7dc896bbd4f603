ps_1_1
def c2, 0, 0, 0, 0
mov r0, c2
mov_x2 r0.rgb, v0_bias
+mov r0.a, 1-v0.a
