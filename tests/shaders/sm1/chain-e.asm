ps_1_3
tex t0
texdp3 t1, t0
texreg2gb t2, t1
mov r0, t2
