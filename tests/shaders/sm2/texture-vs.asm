vs_2_0
dcl_position v0
mov oPos, v0
; (u, v) over the target, bias in w
mul r0.xy, v0, c0.xyzw
add r0.xy, r0, c0.zwzw
mov r0.zw, c1.xyxy
mov oT0, r0
mov oT1, c2
mov oT2, c3
