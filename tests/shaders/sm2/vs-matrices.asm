vs_2_0
dcl_position v0
mov oPos, v0
mov r8, c0
mova a0.x, c1.x
m4x4 oT0, -r8.wzyx, c[a0.x + 2]
m3x4 r1, r8.yzxw, c4
mov oT1, r1
mov r4, c4
mov r5, c5
mov r6, c6
m3x3 r2.xyz, r8, r4
m4x3 r3.xyz, r8, c4
add r2.xyz, r2, -r3
mov r2.w, r3.z
mov oT2, r2
m3x2 r7.xy, -r8, c[a0.x + 2]
mov r7.zw, c0.xyzx
mov oT3, r7
