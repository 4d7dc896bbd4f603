ps_1_4
texcrd r2.xyz, t1
phase
texld r1, r2
mov r0, r1
