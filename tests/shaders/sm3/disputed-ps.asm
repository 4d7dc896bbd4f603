ps_3_0
; c0 is NaN, 1, -2, 3; c1 is 0, -0, 300, -0.25; c2 is 2, 0, 0, 0.5
mov r0, c0
mov r1, c1
mov r2, c2
min r3.x, r0.x, r0.y
min r3.y, r0.y, r0.x
max r3.z, r0.x, r0.y
pow r3.w, r1.x, r1.x
mov oC0, r3
cmp r4.x, r0.x, r0.y, r0.w
cmp r4.y, r1.y, r0.y, r0.w
setp_ne p0.x, r0.x, r0.x
setp_ge p0.y, r0.x, r0.x
mov r4.zw, r1.x
(p0.x) mov r4.z, r0.y
(p0.y) mov r4.w, r0.y
mov oC1, r4
pow r5.x, r0.z, r0.w
frc r5.y, r1.w
nrm r6, r2
mov r5.z, r6.w
exp r5.w, r1.z
mov oC2, r5
rcp r7.x, r1.x
rcp r7.y, r1.y
rsq r7.z, r1.x
log r7.w, r1.x
mov oC3, r7
