ps_2_0
mov r0, c0
mov r1.x, c1.y
mov oC0, r0
mov r2, r0.w
mov oC1, r2
mov oDepth, r1.x
