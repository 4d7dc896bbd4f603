vs_2_0
dcl_position v0
// the whole target at depth c0.z and with w = c0.w
mul r0, v0, c0.w
mov r0.z, c0.z
mov oPos, r0
mov oD0, c1
mov oD1, c2
mov oFog, c3.x
