ps_2_0
dcl t0.xy
dcl_pp t1
dcl_centroid t2.xyzw
dcl v0
dcl v1.xyz
dcl_2d s0
dcl_cube s1
dcl_volume s15
def c31, 1e-20, 1e+20, -0, 0.333333343
texld r0, t0, s0
texldp_pp r1, t1, s1
texldb r2, t2, s15
texkill t2
texkill r0
mad_pp r0, r0, v0, r1
add_sat_pp r0.xyz, -r0, r2
sub r1.w, r0.x, c0.y
mul r3, r1.yzxw, r2.zxyw
mul r3, r1.wzyx, r2.y
rcp r4.x, r3.x
rsq r4.y, r3.y
exp r4.z, r3.z
log r4.w, r3.w
min r5, r4, c1
max r5, r5, c2
lrp r6, r5.x, r4, r3
frc r6, r6
cmp r6, r6, r5, r4
dp2add r6.x, r5, r4, r3.w
dp3 r7.x, r5, r4
dp4 r7.y, r5, r4
abs r8, r6
nrm r9.xyz, r8
crs r10.xyz, r9, r8
pow r10.w, r9.x, r8.y
sincos r11.xy, r10.x, c3, c4
m4x4 r1, r2, c5
m4x3 r2.xyz, r1, c5
m3x4 r3, r1, c5
m3x3 r4.xyz, r1, c5
m3x2 r5.xy, r1, c5
nop
mov r0, c31
mov oC0, r0
mov oC1, r1
mov oC2, r2
mov oDepth, r3.x
