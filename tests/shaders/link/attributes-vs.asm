vs_2_0
dcl_position v0
dcl_texcoord0 v1
dcl_texcoord1 v2
dcl_texcoord2 v3
mov oPos, v0
mov oT0, v1
mov oT1, v2
mov oT2, v3
