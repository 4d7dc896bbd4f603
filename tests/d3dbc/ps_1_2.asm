ps_1_2
tex t0
texdp3 t1, t0
texdp3tex t2, t0
texreg2ar t3, t0
lrp r0, v0, t1, t2
cmp r1, r0, t3, v1
dp4 r0, r1, t1
mul r0, r1, r0
