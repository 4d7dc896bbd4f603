vs_3_0
dcl_position v0
dcl_position o0
dcl_texcoord o1
dcl_2d s0
mov o0, v0
texldl r0, c0, s0
mov o1, r0.wxyz
