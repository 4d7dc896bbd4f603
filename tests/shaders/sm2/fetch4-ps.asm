ps_2_0
dcl t0
dcl t1
dcl_2d s0
dcl_volume s1
texld r0, t0, s0
mov oC0, r0
texldp r1, t1, s0
mov oC1, r1
texld r2, t0, s1
mov oC2, r2
