vs_2_0
dcl_position v0
mov oPos, v0
mov r0, c0
slt r1, r0, c1
mov oT0, r1
sge r1, r0, c1
mov oT1, r1
expp r2.xy, c2.x
logp r2.zw, c2.y
mov oT2, r2
exp r3.x, c2.z
log r3.y, c2.w
rcp r3.z, c2.z
rsq r3.w, -c2.w
mov oT3, r3
