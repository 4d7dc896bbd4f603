ps_1_4
def c0, 0, 0, 0.25, 0.5
texcrd r2.rg, t1_dw.xyw
texcrd r3.rgb, t1.xyw
phase
mov r0, c0
mov r0.rg, r2
+mov r0.a, r3.b
