ps_2_0
dcl v0
dcl v1
dcl t0
mov r0, v0
mov r1, v1
mov r2, t0
mov oC0, r0
mov oC1, r1
mov oC2, r2
