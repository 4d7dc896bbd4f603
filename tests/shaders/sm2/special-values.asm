ps_2_0
; c0 = (0, -0, inf, x), c1 = (inf, nan, 0, y): the 0 * x = 0 rule, and results that stay finite times zero
mov r0, c0
mov r1, c1
mul r2, r0, r1
mov oC0, r2
rcp r3.x, r0.x
rcp r3.y, r0.y
rsq r3.z, r0.x
log r3.w, r0.x
mul r4, r3, r0.x
mov oC1, r4
mov r5, c2
mad r6.x, r0.x, r1.x, r5.x
dp3 r6.y, r0, r1
dp4 r6.z, r0, r1
dp2add r6.w, r0, r1, r5.x
mov oC2, r6
lrp r7.xyz, r0.x, r1.x, r5
mov r7.w, r5
mul r8, r0.x, r3
add r7, r7, r8
mov oC3, r7
