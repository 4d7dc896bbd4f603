ps_1_1
def c0, 0.5, -0.25, 1, 0.125
def c7, 1, 0, 0, 1
tex t0
texbem t1, t0
texbeml t2, t0
texcoord t3
mul_x2_sat r0.xyz, t0, v0
+mov r0.w, c0.w
mad_d2 r1, r0, 1-t1, -v1
add_x4 r0, r1_bias, -t2
lrp r0.xyz, v0.w, t3_bx2, -t3_bx2
+mul r0.w, r1.w, r0.z
dp3_sat r1, r0, c7
sub r0, r0, r1
cnd r0, r0.w, r0, v1
