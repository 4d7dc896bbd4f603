vs_1_1
dcl_position v0
dcl_normal v5
dcl_normal1 v7
mov oPos, v0
mov oD0, v5
mov oT0, v7
