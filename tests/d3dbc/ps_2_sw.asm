ps_2_sw
dcl t0
rep i0
mov r0, t0
endrep
mov oC0, r0
