ps_2_0
def c20, -1.5500992e-006, -2.1701389e-005, 0.0026041667, 0.00026041668
def c21, -0.020833334, -0.125, 1.0, 0.5
mov r0, c0
mov r1, c1
nrm r2, r0
mov oC0, r2
crs r3.xyz, r0, r1
mov r3.w, r0.w
mov oC1, r3
mov r4, c2
mov r5, r4
sincos r4.xy, r5.x, c20, c21
mov r6.xy, r4
sincos r4.xy, r5.w, c20, c21
mov r6.zw, r4.wzyx
mov oC2, r6
mov r7, c2
nrm r7.xyz, r1
mov oC3, r7
