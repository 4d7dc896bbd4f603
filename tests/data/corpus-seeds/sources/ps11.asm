ps_1_1
def c0, 0.5, 0.25, 1.0, -1.0
tex t0
texcoord t1
texbem t2, t0
mad_sat r0, t2, v0, c0
add_x2 r0.rgb, r0, t1_bias
+ mul r0.a, r0, v1
cnd r0, r0.a, r0, c1
lrp r0, c1, r0, t2_bx2
