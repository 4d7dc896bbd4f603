ps_3_0
def c20, 0.0, 0.25, 0.5, 1.0
dcl_2d s0
dcl_cube s1
dcl_volume s2
dcl_texcoord0 v0
texld r0, v0, s0.wzyx
mov oC0, r0
; lod in w; swizzled coordinates; a partial mask
mov r1, c20.y
mov r2, v0
mov r2.w, c0.x
texldl r1.xz, r2, s0
mov oC1, r1
mov r8, c1
mov r9, c2
mov r10, c3
texldd r3, v0, s0, r8, r9
texldd r4, r10, s1, r8.yzww, r9
mov r3.w, r4.x
mov oC2, r3
texldl r5, c3, s1
texldp r6, c3, s2
setp_gt p0, v0.x, c20.z
mov r7, c20.x
(p0) texldl r7, r2, s0
mov r7.w, r5.x
mov r7.y, r6.z
mov oC3, r7
