vs_2_0
dcl_position v0
def c20, 0.0, 1.0, 10.0, 100.0
defi i0, 3, 1, 2, 0
defi i1, 2, 6, -3, 0
defi i2, 4, 5, 0, 0
defi i3, 0, 7, 1, 0
defb b0, true
defb b1, false
mov oPos, v0
; c[aL] with aL = 1, 3, 5
mov r0, c20.x
loop aL, i0
  add r0.x, r0.x, c[aL].x
endloop
; aL = 6, 3
loop aL, i1
  add r0.y, r0.y, c[aL].x
endloop
; step 0 still runs four times: 4 c5
loop aL, i2
  add r0.z, r0.z, c[aL].x
endloop
; no round at all
loop aL, i3
  add r0.w, r0.w, c20.w
endloop
rep i2
  add r0.w, r0.w, c20.y
endrep
mov oT0, r0
; static branches
mov r1, c20.x
if b0
  mov r1.x, c20.y
  if b1
    mov r1.y, c20.w
  else
    mov r1.y, c20.z
  endif
else
  mov r1.x, c20.w
endif
if !b1
  add r1.z, r1.z, c20.y
endif
mov oT1, r1
; subroutines: called, called if, not called if
mov r2, c20.x
call l0
call l0
callnz l1, b0
callnz l1, b1
callnz l2, !b1
mov oT2, r2
mov oT3, c20.yzwx
ret
label l0
add r2.x, r2.x, c20.y
ret
label l1
add r2.y, r2.y, c20.z
ret
label l2
add r2.z, r2.z, c20.w
ret
