ps_2_0
mov r0, c0
mov r1, c1
mov r2, c2
rcp r3.x, r0.x
rsq r3.y, r0.y
exp r3.z, r0.z
log r3.w, r0.w
mov oC0, r3
dp3 r4.x, r0, r1
dp4 r4.y, r0, r1
dp2add r4.z, r0, r1, r2.w
pow r4.w, r0.x, r2.y
mov oC1, r4
; a scalar result goes to every component of the mask
rcp r5, r1.y
rsq r6.xz, r1.w
mov r6.yw, r5
mov oC2, r6
dp2add r7, r1.yzxw, r0, r2.x
mov oC3, r7
