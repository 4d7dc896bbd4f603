ps_2_0
mov r0, c0
mov r1, c1
mov r2, c2
add r3, r0, r1
mov oC0, r3
sub r3, r0, r1
mov oC1, r3
mul r3, r0, -r1.wzyx
mov oC2, r3
mad r3, r0, r1, r2
mov oC3, r3
