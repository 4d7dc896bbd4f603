vs_2_0
dcl_position v0
mov oPos, v0
mov r0, c0
mov r1, c1
mov r7, c2
lit r2, r0
mov oT0, r2
dst r3, r0, r1
mov oT1, r3
sgn r4, r1, r5, r6
mov oT2, r4
; all four components of the source are read whatever the mask
mov r5, c3
lit r5.z, c2
mov oT3, r5
