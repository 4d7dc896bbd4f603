vs_2_0
dcl_position v0
mov oPos, v0
expp r0, c10.x
mov oT0, r0
logp r1, c10.y
mov oT1, r1
mova a0.x, c10.z
mov oT2, c[a0.x + 20]
mova a0.x, c10.w
mov oT3, c[a0.x + 20]
