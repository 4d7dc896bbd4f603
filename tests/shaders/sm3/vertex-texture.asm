vs_3_0
dcl_position v0
dcl_2d s0
dcl_volume s1
dcl_position o0
dcl_texcoord0 o1
dcl_texcoord1 o2
dcl_texcoord2 o3
dcl_texcoord3 o4
mov o0, v0
mov r0, c0
texldl r1, r0, s0
mov o1, r1
texldl r2, c1, s0.yxzw
mov o2, r2
texldl r3, c2, s1
mov o3, r3
; setp and a predicated lookup; abs and saturate of vs_3_0
setp_ge p0.xy, r0.xwzz, r0.w
mov r4, c3
(!p0.x) texldl r4, c1, s0
add_sat r4.w, r4_abs.w, -r4_abs.w
mov o4, r4
