ps_1_3
tex t0
texreg2gb t1, t0
texreg2rgb t2, t0
mov_sat r0, t2
