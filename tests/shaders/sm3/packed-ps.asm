ps_3_0
dcl_texcoord0 v0.xy
dcl_texcoord1 v0.zw
dcl_color1 v2
dcl_texcoord2 v3
dcl_color0 v4
dcl_tangent7 v5.yzw
dcl_texcoord5 v6.x
defi i0, 2, 3, 1, 0
mov r0, c20
loop aL, i0
  add r0, r0, v[aL]
endloop
mov oC0, v0
mov oC1, r0
mov oC2, v2
mov r1.yzw, v5
mov r1.x, v6.x
mov oC3, r1
