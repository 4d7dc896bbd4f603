ps_2_x
dcl t0
dcl t3.xyz
dcl v0
dcl_2d s0
defi i0, 5, 0, 0, 0
defb b2, false
dsx r0, t0
dsy r1.xy, t0
texldd r2, t0, s0, r0, r1
setp_ne p0, t0, r0
(p0) mov r3, r2
(!p0.x) mov r3, r2.wzyx
(p0.y) texld r4, t3, s0
if b2
  mov r3, r4
else
  if !b3
    add r3, r4, r3
  endif
endif
rep i0
  add r3, r3, v0
  break_gt r3.x, c0.x
  breakp p0.x
endrep
if_lt r3.x, c0.x
  mov r3, r2
endif
if p0.z
  mov r3, r1
endif
call l0
callnz l1, b0
callnz l1, !p0.x
mov oC0, r3
ret
label l0
add r3, r3, c1
ret
label l1
add r3, r3, c2
ret
