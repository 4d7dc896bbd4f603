ps_2_0
dcl t0
dcl t1
dcl t2
dcl_cube s1
dcl_volume s2
dcl_2d s3
texld r0, t2, s2
texldp r1, t1, s2
texldb r2, t2, s1
texldp r3, t2, s1
mov oC0, r0
mov oC1, r1
mov oC2, r2
mov oC3, r3
