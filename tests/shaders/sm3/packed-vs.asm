vs_3_0
dcl_position v0
dcl_position o0
dcl_texcoord0 o1.xy
dcl_texcoord1 o1.zw
dcl_texcoord2 o2
dcl_color0 o3
dcl_color1 o4.xyz
dcl_texcoord5 o5.x
dcl_tangent7 o5.yzw
defi i0, 3, 1, 1, 0
defi i1, 1, 2, 0, 0
mov o0, v0
loop aL, i0
  mov o[aL], c[aL + 10]
endloop
mov o4.xyz, c14
mov r0, c15
mov r1, c0
setp_gt p0, r0, r1.z
loop aL, i1
  mul o[aL].yw, r0, r1.y
  (p0) add o[aL + 1].xz, r0, r1.y
endloop
mov o5.xz, r1.yxxx
