ps_3_0
dcl_texcoord3 v7
dcl_normal v1.xy
dcl_tangent2 v2.zw
dcl_color1 v0
dcl_depth3 v4.x
dcl_fog1 v5.xyz
dcl_color0 v6
dcl_texcoord9 v8
mov oC0, v7
mov r0.xy, v1
mov r0.zw, v2
mov oC1, r0
mov r1.xyz, v5
mov r1.w, v4.x
mov oC2, r1
mov r2, v0
add r2, r2, v6
add r2, r2, v8
mov oC3, r2
