vs_2_sw
dcl_position v0
mov r0, c4000
mova a0.x, v0.x
add r0, r0, c[a0.x + 2048]
add r0, r0, c8191
add oPos, r0, c[a0.x + 6200]
