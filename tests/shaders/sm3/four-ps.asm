ps_3_0
dcl_texcoord0 v0
dcl_texcoord1 v1
dcl_texcoord2 v2
dcl_texcoord3 v3
mov oC0, v0
mov oC1, v1
mov oC2, v2
mov oC3, v3
