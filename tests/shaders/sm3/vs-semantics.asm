vs_3_0
dcl_position v0
dcl_texcoord0 v1
; registers in another order than the pixel shader's, two semantics in one register, odd usages
dcl_position o5
dcl_texcoord3 o1
dcl_normal o0.xy
dcl_tangent2 o0.zw
dcl_color1 o7
dcl_depth3 o3.x
dcl_fog1 o4.xyz
mov o5, v0
mov o1, c0
mov o0.xy, c1
mov o0.zw, c1
mov o7, c2
mov o3.x, c3.w
mov o4.xyz, c3
