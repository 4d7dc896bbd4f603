vs_2_0
dcl_position v0
def c20, 0.5, -0.5, 0.625, 0.625
mov oPos, v0
mov r0, v0
mov r1, c20
mul r0.xy, r0, r1
add r0.xy, r0, r1.zwzw
mov oT0, r0
