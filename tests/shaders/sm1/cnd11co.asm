ps_1_1
def c0, 0.25, 0.5, 0.75, 1
def c1, 1, 0.75, 0.5, 0.25
mov r0, v0
mov r1.a, v0.b
+cnd r1.rgb, r0.a, c0, c1
mov r0, r1
