ps_1_4
texcrd r0.xyz, t1
mov r0.w, v0.z
