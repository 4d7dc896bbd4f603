vs_3_0
dcl_position v0
dcl_normal v1
dcl_tangent v2
dcl_binormal v3
dcl_texcoord15 v4
dcl_blendweight v5
dcl_color v6
dcl_fog v8
dcl_depth v9
dcl_sample v10
dcl_position0 o0
dcl_texcoord0 o3.xy
dcl_texcoord1 o3.zw
dcl_color0 o2
dcl_psize o1
dcl_fog0 o4.x
dcl_normal3 o5.xyz
dcl_2d s0
dcl_cube s1
dcl_volume s3
def c10, 0, 1, 2, 3
texldl r0, v4, s0
texldl r1.xy, v4.xyzz, s1.yxzw
texldl r2, r0, s3
mov_sat r3, r2
mad_sat r4.xyz, r3_abs, -c0_abs, r2
sgn r5, r4, r9, r10
sincos r6.xy, r5.z
mova a0.x, r5.y
loop aL, i0
  mov r8, v[aL]
  mov o[aL + 2].xy, r8
endloop
setp_eq p0.xyz, r0, -r1
(p0) add_sat o2, r0, r1
(!p0.z) texldl r0, r1, s0
mov o0, v0
mov o3, r0
mov o1, r1.x
mov o4.x, r1.y
mov o5.xyz, r1
