ps_2_0
dcl t0
dcl t1
dcl t2
dcl t3
mov oC0, t0
mov oC1, t1
mov oC2, t2
mov oC3, t3
