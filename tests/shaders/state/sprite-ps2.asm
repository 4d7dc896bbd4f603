ps_2_0
dcl t0
dcl v0
mov r0, t0
mov r0.w, v0.z
mov oC0, r0
