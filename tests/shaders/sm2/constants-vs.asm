vs_2_x
dcl_position v0
def c20, 0.0, 1.0, 10.0, 100.0
mov oPos, v0
; integer and bool constants from the application
mov r0, c20.x
loop aL, i3
  add r0.x, r0.x, c[aL].x
endloop
rep i0
  add r0.y, r0.y, c20.y
endrep
mov oT0, r0
mov r1, c20.x
if b0
  mov r1.x, c20.y
endif
if !b1
  mov r1.y, c20.y
endif
if b2
  mov r1.z, c20.y
endif
if b15
  mov r1.w, c20.y
endif
mov oT1, r1
; an index beyond the constants, and before them
mova a0.xy, c0.zw
mov r2, c[a0.x]
mov r3, c[a0.y]
mov oT2, r2
mov oT3, r3
