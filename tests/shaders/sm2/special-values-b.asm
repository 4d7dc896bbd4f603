ps_2_0
mov r0, c0
mov r1, c1
mov r2, c2
; exp overflows, times 0
exp r3.x, r2.w
mul r3.x, r3.x, r0.x
pow r3.y, r0.x, r2.y
mul r3.y, r3.y, r0.x
; crs and nrm with zeros and infinities
nrm r4.xyz, r0.x
add r3.z, r4.x, r4.y
crs r5.xyz, r0, r1
mov r3.w, r5.z
mov oC0, r3
; lrp order: s0 (s1 - s2) + s2 with s1 = s2 is s2 even when s2 is large
mov r6, c3
lrp r7, r2.x, r6, r6
mov oC1, r7
; min and max with NaN: some number or the other operand; sat of NaN is no NaN
mul_sat r8, r1.y, r2.x
mov oC2, r8
; inf times a number that is not 0 is inf: compared with a bound
mul r9, r1.x, r2
sub r9, r9, r6.x
cmp r9, r9, r0.w, r2.x
mov oC3, r9
