ps_3_0
def c20, 0.0, 1.0, 2.0, 0.0
; targets 0 and 2 only; a cross product for one component; min of two negatives; |NaN| >= 0 does not hold
mov r0, c0
mov r1, c1
mov r2, c20.z
crs r2.y, r0, r1
mov oC0, r2
min r3, -r0, -r0
max r4, r0_abs, -r0_abs
mov r3.w, r4.w
setp_ge p0, r1_abs.w, c20.x
(!p0.x) mov r3.x, c20.z
mov oC2, r3
; the same register as source and destination
dp3 r0.xyz, r0, r0
mov oDepth, r0.x
mov r5, c2
mad r5, r5.yzwx, r5.wzyx, r5
mov oC3.xz, r5
mov oC3.yw, r5.wzyx
