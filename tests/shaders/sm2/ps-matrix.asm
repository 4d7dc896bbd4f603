ps_2_0
mov r0, c0
m4x4 r1, r0, c1
mov oC0, r1
mov r2, c5
m4x3 r2.xyz, r0, c1
mov oC1, r2
m3x4 r3, r0, c1
mov oC2, r3
mov r4, c5
m3x3 r4.xyz, r0, c2
mov r5, r4
m3x2 r5.xy, r0, c1
mov oC3, r5
