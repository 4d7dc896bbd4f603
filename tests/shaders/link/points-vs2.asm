vs_2_0
dcl_position v0
dcl_texcoord0 v1
mov oPos, v0
mov oT0, v1
mov oPts, v1.x
