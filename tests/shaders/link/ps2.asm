ps_2_0
dcl v0
dcl v1
dcl t2
dcl t5
dcl t6
mov r0, v0
mov oC0, r0
mov r1, v1
add r1, r1, t6
mov oC1, r1
mov oC2, t2
mov oC3, t5
