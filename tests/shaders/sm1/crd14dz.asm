ps_1_4
def c0, 0, 0, 0.25, 0.5
texcrd r2.rg, t1_dw.xyw
phase
mov r0, c0
mov r0.rg, r2
