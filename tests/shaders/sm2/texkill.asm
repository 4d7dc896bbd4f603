ps_2_0
dcl t0
mov r0, t0
texkill r0
mov oC0, c0
