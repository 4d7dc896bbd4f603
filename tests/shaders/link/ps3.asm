ps_3_0
dcl_color0 v3
dcl_color1 v0
dcl_texcoord2 v9
dcl_texcoord5 v1
mov oC0, v3
mov oC1, v0
mov oC2, v9
mov oC3, v1
