vs_1_1
dcl_position v0
dcl_normal v3
dcl_texcoord1 v7
mov a0.x, v3.x
m4x4 oPos, v0, c0
mov oD0, c[a0.x + 8]
expp r0.xyz, v0.x
logp r1, v0.y
lit r2, v7
dst oT0, r0, r2
mov oFog, r1.x
mov oPts, r0.x
