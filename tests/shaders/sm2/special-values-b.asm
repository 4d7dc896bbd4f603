ps_2_0
mov r0, c0
mov r1, c1
mov r2, c2
; lrp order: s0 (s1 - s2) + s2 with s1 = s2 is s2 even when s2 is large
mov r6, c3
lrp r7, r2.x, r6, r6
mov oC0, r7
; sat of NaN is no NaN
mul_sat r8, r1.y, r2.x
mov oC1, r8
; inf times a number that is not 0 is inf, or the largest number: compared with a bound
mul r9, r1.x, r2.x
mul r9.yw, r9, -r2.x
sub r9, r9, r6.x
cmp r9, r9, r0.w, r2.x
mov oC2, r9
rsq r10.x, -r2.x
log r10.y, -r2.w
rcp r10.z, r0.w
mul r10.z, r10.z, r0.w
mov r10.w, r0
mov oC3, r10
