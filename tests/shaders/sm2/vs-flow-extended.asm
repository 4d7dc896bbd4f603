vs_2_x
dcl_position v0
def c20, 0.0, 1.0, 10.0, 100.0
defi i0, 4, 0, 1, 0
defi i1, 3, 2, 1, 0
mov oPos, v0
; nested loops: each its own aL, the outer one's is back after endloop
mov r0, c20.x
loop aL, i0
  loop aL, i1
    add r0.x, r0.x, c[aL].x
  endloop
  add r0.y, r0.y, c[aL].y
endloop
; dynamic break
loop aL, i0
  add r0.z, r0.z, c20.y
  break_gt r0.z, c0.z
  add r0.w, r0.w, c20.z
endloop
mov oT0, r0
; predicates: set some components, use with a swizzle and inverted
mov r1, c20.x
mov r2, c1
setp_gt p0, r2, c20.x
(p0) mov r1, c20.y
(!p0) mov r1, c20.z
mov oT1, r1
setp_le p0.xz, r2, c20.x
mov r1, c20.x
(p0.y) mov r1.xy, c20.w
(!p0.x) add r1.zw, r1, c20.y
mov oT2, r1
; dynamic branches, callnz on a predicate, breakp
mov r3, c20.x
if_lt r2.x, c20.x
  mov r3.x, c20.w
else
  mov r3.x, c20.z
endif
if p0.w
  add r3.x, r3.x, c20.y
endif
callnz l0, p0.y
callnz l0, !p0.y
rep i0
  add r3.z, r3.z, c20.y
  setp_ge p0.x, r3.z, c0.w
  breakp p0.x
  ; a bound from the application: with a literal 0 lavapipe's loop analysis ends the loop after one round
  if_eq r3.z, c1.w
    break
  endif
endrep
if_ne r3.z, c20.x
  if_ge r3.z, c20.x
    add r3.w, r3.w, c20.y
  endif
  if_le r3.z, c20.x
    add r3.w, r3.w, c20.z
  endif
endif
mov oT3, r3
ret
label l0
add r3.y, r3.y, c20.y
ret
