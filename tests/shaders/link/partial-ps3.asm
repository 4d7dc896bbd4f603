ps_3_0
dcl_color0 v0
dcl_color1 v1
dcl_texcoord0 v2
dcl_texcoord1 v3.xy
dcl_psize1 v4
dcl_fog2 v5.xyz
dcl_position1 v6
mov oC0, v0
mov r0, v1
add oC1, r0, v2
mov r1.xy, v3
mov r1.zw, v4.xyxy
mov oC2, r1
mov r2, v6
add r2.xyz, r2, v5
mov oC3, r2
