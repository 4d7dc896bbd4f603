ps_1_4
texld r1, t1_dw.xyw
mov r0, r1
