vs_3_0
dcl_position v0
dcl_position o0
dcl_color0 o1.x
dcl_color1 o2.xy
dcl_texcoord0 o3.xyz
dcl_texcoord1 o4
dcl_psize1 o5.xy
dcl_fog2 o6
dcl_position1 o7
mov o0, v0
mov o1.x, c0
mov o2.xy, c0
mov o3.xyz, c0
mov o4, c1
mov o5.xy, c1
mov o6, c2
mov o7, c3
