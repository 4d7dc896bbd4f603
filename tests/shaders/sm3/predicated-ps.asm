ps_3_0
dcl_texcoord0 v0
dcl_2d s0
mov r10, c0
mov r11, c1
mov r12, c2
setp_gt p0, r10, r11
mov r0, r12
(p0) add r0, r0, r10
(!p0) mul_sat r0.xz, r0, c3
(p0.z) mov r0.y, -r12_abs.w
(!p0.z) mov r0, r11
setp_ne p0.yw, r10, r11
(p0) add r0.yz, r0, r11
mov oC0, r0
; lookups, shortened and swizzled on the way, that happen or not
mov r1, r11
(p0.w) texld r1.xw, c3, s0.wzyx
(!p0.w) texldl r1, c3, s0
(p0) texldp r1.yz, v0, s0.yxwz
mov oC1, r1
; macros under a predicate that is swizzled
mov r2, r12
(p0.z) nrm r2.xyz, c4
(!p0) rcp r2.w, r10.y
(p0.x) pow r2.w, r10.y, r10.w
mov oC2, r2
; the same component twice: the second comparison holds; the other components of the predicate stay
setp_lt p0.x, r10.x, r10.y
setp_lt p0.x, r10.y, r10.x
setp_le p0.y, -r10.y, r10_abs.y
mov r3, r12
if p0.x
  mov r3.x, r10.x
else
  setp_eq p0.z, r10.x, r10.x
  (p0.z) mov r3.x, r10.w
endif
setp_ge p0, r10, r11
(!p0.y) mov r3.yz, r10.x
(p0) cmp r3.zw, -r10, r11, r12.x
mov oC3, r3
