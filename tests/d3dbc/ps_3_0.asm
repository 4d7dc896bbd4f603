ps_3_0
dcl_texcoord0 v0
dcl_texcoord7_centroid v1.xy
dcl_color1_pp v2.xyz
dcl_normal v3
dcl_position3 v4
dcl_fog v5.x
dcl vPos.xy
dcl vFace
dcl_2d s0
dcl_cube s1
dcl_volume s2
def c0, 0, 0.5, 1, 2
defi i1, 3, 1, 2, 0
setp_gt p0.x, v0.x, c0.y
(p0.x) texld r0, v0, s0
(!p0.x) mov r0, c0
if_lt v0.x, c0.x
  texldl r0, v0, s1
endif
if_gt vFace, c0.x
  mov r1, vPos.xyyx
endif
loop aL, i1
  add r0, r0, v[aL]
  add r0, r0, v[aL + 1].wzyx
  break_ge r0.x, c0_abs.z
endloop
texld r2, v1.xyxy, s2.wzyx
texldp r2.xy, v0, s0
texldb r2.zw, v0, s0
texldd r3, v0.wzyx, s0, r2.yxzw, r2
dsx_pp r4, v0
mad_sat_pp r4, r4_abs, -v0_abs, r0
sincos r5.x, r4.w
sincos r5.xy, r4.w
texkill r4.xyz
mov oC0, r0
mov oC2.xz, r1
mov oDepth, r4.x
