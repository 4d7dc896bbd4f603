ps_3_0
def c20, 0.0, 1.0, 10.0, 100.0
defi i0, 5, 1, 2, 0
defi i1, 3, 0, 0, 0
defb b0, true
defb b1, false
dcl vPos.xy
mov r0, c20.x
; nested: rep in loop in if, breaks out of each
if b0
  loop aL, i0
    add r0.x, r0.x, c20.y
    rep i1
      add r0.y, r0.y, c20.y
      break_ge r0.y, vPos.x
    endrep
    break_gt r0.x, vPos.y
  endloop
endif
mov oC0, r0
; predicated texture-less code, setp with masks, breakp and its inverse
mov r1, c20.x
setp_lt p0.xy, vPos.xyxx, c0.xyzw
(p0.x) mov r1.x, c20.y
(!p0.y) mov r1.y, c20.z
rep i0
  add r1.z, r1.z, c20.y
  setp_gt p0.x, r1.z, vPos.x
  breakp p0.x
endrep
rep i0
  add r1.w, r1.w, c20.y
  setp_le p0.x, r1.w, vPos.y
  breakp !p0.x
endrep
mov oC1, r1
mov r2, c20.x
call l0
callnz l1, b0
callnz l1, !b1
setp_eq p0, vPos.x, c20.y
callnz l2, p0.x
callnz l0, !p0.x
mov oC2, r2
mov r3, c20.x
if_eq vPos.x, c20.y
  mov r3.x, c20.y
  if_ne vPos.y, c20.y
    mov r3.y, c20.z
  else
    mov r3.y, c20.w
  endif
else
  if_lt vPos.y, c20.y
    mov r3.z, c20.y
  endif
  if b1
    mov r3.w, c20.y
  endif
endif
mov oC3, r3
ret
label l0
add r2.x, r2.x, c20.y
if_gt vPos.y, c20.y
  callnz l2, b0
endif
ret
label l1
add r2.y, r2.y, c20.z
ret
label l2
add r2.z, r2.z, c20.w
ret
