vs_1_1
dcl_position v0
mov oPos, v0
mov oT0, c10
mov oT1, c11
mov oT2, c12
mov oT3, c13
mov oT4, c14
mov oT5, c15
mov oD0, c16
mov oD1, c17
