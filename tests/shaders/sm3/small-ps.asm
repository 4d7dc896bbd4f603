ps_3_0
dcl_texcoord v3
dcl_texcoord1 v4
mov oC0, v3
mov oC1, v4
