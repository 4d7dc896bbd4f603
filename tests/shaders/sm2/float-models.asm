ps_2_0
def c4, 1, 2, 0, 0
; c0 is 0, inf, NaN, 1; c1.x is 200. A component is 1 if its value is at least 0, and 2 if it is NaN
mov r0, c0
mov r8, c4
mul r1.x, r0.x, r0.y
mul r1.y, r0.x, r0.z
rcp r2.x, r0.x
mul r1.z, r2.x, r0.x
rsq r2.y, r0.x
mul r1.w, r2.y, r0.x
cmp r1, r1, r8.x, r8.y
mov oC0, r1
dp3 r4.x, r0.x, r0.yzxw
mad r4.y, r0.x, r0.y, r0.w
mov r9, c1
exp r2.z, r9.x
mul r4.z, r2.z, r0.x
log r2.w, r0.x
mul r4.w, r2.w, r0.x
cmp r4, r4, r8.x, r8.y
mov oC1, r4
mov r7, r0.x
crs r5.x, r0, r7
nrm r6.xyz, r7
mov r5.y, r6.x
lrp r5.z, r0.x, r0.y, r0.w
dp2add r5.w, r0.x, r0.yzxw, r0.w
cmp r5, r5, r8.x, r8.y
mov oC2, r5
