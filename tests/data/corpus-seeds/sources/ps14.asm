ps_1_4
texcrd r0.xyz, t0.xyz
texld r1, t1_dw.xyw
texcrd r5.xyz, t2.xyz
bem r1.rg, r1, r0
mov r1.b, r0.z
phase
texld r2, r1
texdepth r5
mul_x4 r0, r2, v0
