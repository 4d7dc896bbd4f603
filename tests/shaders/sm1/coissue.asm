ps_1_1
def c0, 0.125, 0.25, 0.5, 0.75
mov r0, c0
mov r0.rgb, r0.a
+mov r0.a, r0.b
