ps_1_4
def c0, 1, 2, 3, 4
texcrd r0.xyz, t0.xyz
texcrd r1.xy, t1_dw.xyw
texld r2, t2
texld r3, t3_dw.xyw
texld r4, t4.xyz
bem r0.xy, r0, r2
add_x8 r1.xyz, r2_x2, -r3_x2
+mov_d8 r1.w, -r2.x
phase
texld r2, r0
texld r3, r1_dz.xyz
texkill r0
mul_d4_sat r0, r2, v0_x2
cnd r0.xy, r0, r2, 1-r3
cmp r0, r0_bx2, v1, c0
dp3 r1.xyz, r0, r2_bias
