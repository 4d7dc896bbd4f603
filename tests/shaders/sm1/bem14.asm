ps_1_4
texcrd r2.xyz, t0
texcrd r3.xyz, t1
bem r2.rg, r3, r2
phase
mov r0.rgb, r2
mov r0.a, v0
