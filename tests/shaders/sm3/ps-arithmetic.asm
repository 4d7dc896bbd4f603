ps_3_0
; modifiers of SM3: abs and -abs on sources, saturate, any swizzle
def c20, 0.5, 0.0, 1.0, 2.0
mov r0, c0
mov r1, c1
add r2, r0_abs, -r1_abs.wzyx
mov oC0, r2
mad_sat r2, r0.yyzz, r1.xwxw, c20.x
mov oC1, r2
sincos r3.xy, c2.x
sincos r3.y, c2.y
mov r3.z, c20.w
sincos r4.xy, c2.z
mov r3.w, r4.x
mov oC2, r3
cmp r5.xz, r0, r1, c20.w
max r5.yw, r0.xzyw, r1
sub r5, r5, c20.yzyz
mov oC3, r5
