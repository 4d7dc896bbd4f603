ps_2_0
dcl t0
dcl t1
dcl t2
mov r0, t0
mov oC0, r0
mov r0, t1
mov oC1, r0
mov r0, t2
mov oC2, r0
