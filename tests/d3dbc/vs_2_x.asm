vs_2_x
dcl_position v0
dcl_texcoord0 v1
setp_gt p0, v0, c0
setp_le p0.x, v0.y, c0.z
(p0) mov r0, v0
(!p0.y) add r0.x, v0, c1
(p0.x) mul r1, v0, c[a0.x + 4]
mova a0.x, v0.x
(p0.w) mova a0.x, v0.y
if p0.x
  mov r1, r0
endif
if !p0.w
  mov r1, -r0
endif
rep i0
  if_gt r0.x, c0.x
    break
  endif
  break_eq r0.y, c0.y
  break_ge r0.y, -c0.y
  break_lt r0.y, c0.y
  break_ne r0.y, c0.y
  break_le r0.y, c0.y
  breakp p0.x
  breakp !p0.z
  add r0, r0, c3
endrep
if_le r0.x, r0.y
  callnz l0, p0.x
else
  callnz l0, !p0.y
endif
mov oPos, r0
mov oT0, v1
ret
label l0
mov r0, r0.wzyx
ret
