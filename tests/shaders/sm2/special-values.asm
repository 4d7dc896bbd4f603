ps_2_0
; the poles of rcp, rsq, log and exp are finite, so that a product with zero is zero
mov r0, c0
mov r1, c1
rcp r3.x, r0.x
rcp r3.y, r0.y
rsq r3.z, r0.x
log r3.w, r0.x
mul r4, r3, r0.x
mov oC0, r4
; in sums: 0 rcp(0) + 5, dots with zeros
mov r5, c2
mad r6.x, r0.x, r3.x, r5.x
dp3 r6.y, r0, r3
dp4 r6.z, r0, r3
dp2add r6.w, r0, r3, r5.x
mov oC1, r6
lrp r7, r0.x, r3, r5
mov oC2, r7
; exp overflows; 0^0
exp r8.x, r5.w
mul r8.x, r8.x, r0.x
pow r8.y, r0.x, r0.y
mul r8.y, r8.y, r0.x
nrm r9.xyz, r0.x
mov r8.z, r9.y
rcp r8.w, r1.x
mov oC3, r8
