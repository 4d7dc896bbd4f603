ps_1_4
texcrd r1.xyz, t0
mov r0, v0
add r0.rgb, r0, r1
