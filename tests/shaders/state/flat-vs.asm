vs_3_0
dcl_position v0
dcl_color v1
dcl_position o0
dcl_color0 o1
dcl_color2 o2
dcl_texcoord o3
mov o0, v0
mov o1, v1
mov o2, v1
mov o3, v1
