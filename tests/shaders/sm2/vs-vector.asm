vs_2_0
dcl_position v0
def c20, -1.5500992e-006, -2.1701389e-005, 0.0026041667, 0.00026041668
def c21, -0.020833334, -0.125, 1.0, 0.5
mov oPos, v0
mov r0, c0
m4x4 r1, r0, c1
mov oT0, r1
m3x4 r2, r0, c1
m3x2 r2.xy, r0, c2
mov oT1, r2
mov r3, c0
m4x3 r3.xyz, r0, c2
mov r5, c0
sincos r5.xy, c4.z, c20, c21
mov oT2, r3
m3x3 r6.xyz, r0, c1
mov r7, c0
mov r8, c3
crs r7.xyz, r0, r8
pow r6.w, r0.y, c0.z
nrm r4, c0
lrp r8, r0, r6, r7
mov oT3, r6
