vs_2_0
dcl_position v0
mov oPos, v0
mov oT0, c0
mov oT1, c1
