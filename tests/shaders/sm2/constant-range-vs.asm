vs_2_0
dcl_position v0
mov oPos, v0
mova a0, c0
mov oT0, c[a0.x + 10]
mov oT1, c[a0.y + 10]
mov oT2, c[a0.z + 10]
mov oT3, c[a0.w + 10]
