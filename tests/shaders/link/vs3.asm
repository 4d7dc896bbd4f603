vs_3_0
dcl_position v0
dcl_texcoord5 o3
dcl_position o1
dcl_texcoord2 o0
dcl_color1 o4.xy
mov o1, v0
mov o0, c1
mov o3, c4
mov o3.xy, c2
mov o4.xy, c3
