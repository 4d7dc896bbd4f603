ps_3_0
dcl_color v4
mov oC0, v4
