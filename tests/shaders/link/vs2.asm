vs_2_0
dcl_position v0
mov oPos, v0
mov oT2, c1
mov oT5.xy, c2
mov oD1.xy, c3
mov oFog, c3.x
