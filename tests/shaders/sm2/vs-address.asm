vs_2_0
dcl_position v0
def c30, 300.0, 301.0, 302.0, 303.0
mov oPos, v0
; mova rounds to nearest
mova a0, c0
mov oT0.xyz, c[a0.x + 4].x
mov oT0.w, c[a0.y + 4].x
mov r0.x, c[a0.z + 4].x
mov r0.y, c[a0.w + 4].x
mova a0.xy, c1
mov r0.z, c[a0.x + 4].x
mov r0.w, c[a0.y + 4].x
mov oT1, r0
; a def'd constant reached by an index
mova a0.x, c1.z
mov oT2, c[a0.x + 24]
; only .w of the address register changes
mova a0.w, c1.w
mov r1.x, c[a0.x + 24].w
mov r1.y, c[a0.w + 4].x
mov r1.zw, -c[a0.w + 4].xyzw
mov oT3, r1
