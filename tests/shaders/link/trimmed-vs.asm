vs_3_0
dcl_position v0
dcl_position o0
dcl_texcoord o1
dcl_normal o2
mov o0, v0
mov o1, c0
mov o2, c1
