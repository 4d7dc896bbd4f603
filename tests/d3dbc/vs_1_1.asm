vs_1_1
dcl_position v0
dcl_normal v1
dcl_texcoord v2
dcl_color v3
dcl_blendweight1 v4
dcl_psize v5
def c20, 1.5, -0.001, 100000, 3.14159274
nop
mov r0, v0
add r1, r0, -c0
sub r2, r1, c1
mad r3, r2, c2, r1
mul r4.xyz, r3, c3.x
rcp r5.x, r4.x
rsq r6.w, r4.z
dp3 r0.x, v1, c4
dp4 r0.y, v0, c5
min r1, r0, c6
max r1, r1, -r0
slt r2, r1, c7
sge r3, r1, c7.wzyx
exp r4, r3.x
log r5, r3.y
lit r6, r3
dst r7, r6, c8
frc r8.xy, r7
m4x4 r9, v0, c9
m4x3 r10.xyz, v0, c9
m3x4 r11, v0, c9
m3x3 r9.xyz, v1, c13
m3x2 r10.xy, v1, c13
expp r0, c0.w
logp r1, c0.z
mov a0.x, c16.x
add r1, v2, c[a0.x + 10]
add r1, r1, c[a0.x]
m4x4 oPos, v0, c[a0.x + 2]
mov oFog, r0.x
mov oPts, v5.x
mov oD0, v3
mul oD1.xyz, v3, c20
mov oT0, v2
mov oT1.xy, v4
mov oT7.xyz, r1
