vs_2_0
dcl_position v0
mul r0, v0, c0.w
mov r0.z, c0.z
mov oPos, r0
mov oD0, c1
mov oD1, c2
