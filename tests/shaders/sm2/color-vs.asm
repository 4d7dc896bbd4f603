vs_2_0
dcl_position v0
mov oPos, v0
mov oD0, c0
mov oD1.xyz, c1
mov oD1.w, c1
mov oT0, c0
