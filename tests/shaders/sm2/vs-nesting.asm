vs_2_x
dcl_position v0
def c20, 0.0, 1.0, 2.0, 3.0
def c30, 1.0, 10.0, 100.0, 0.5
def c31, 2.0, 20.0, 200.0, 0.5
def c32, 3.0, 30.0, 300.0, 0.5
def c33, 4.0, 40.0, 400.0, 0.5
def c34, 5.0, 50.0, 500.0, 0.5
def c35, 6.0, 60.0, 600.0, 0.5
defi i0, 2, 0, 1, 0
defi i1, 3, 5, 2, 0
defi i2, 2, 0, 0, 0
defi i3, 4, 0, 0, 0
defi i4, 10, 0, 0, 0
defi i6, 3, 4, -2, 0
defi i7, 0, 0, 1, 0
defb b0, true
defb b1, false
mov oPos, v0
; a rep between keeps the loop's aL, a subroutine's loop has its own
mov r0, c20.x
loop aL, i0
  add r0.x, r0.x, c[aL + 30].x
  rep i2
    add r0.y, r0.y, c[aL + 30].y
    call l0
  endrep
  add r0.w, r0.w, c[aL + 31].x
endloop
mov oT0, r0
; a subroutine that may leave early, called under a condition from a loop; backwards and never
mov r1, c20.x
rep i3
  callnz l1, b0
  callnz l1, b1
endrep
loop aL, i6
  add r1.z, r1.z, c[aL + 30].x
endloop
loop aL, i7
  add r1.z, r1.z, c20.y
endloop
; aL of the caller
loop aL, i0
  call l2
endloop
mov oT1, r1
; breaks of the inner loop only, with a predicate that is set in it
mov r2, c20.x
rep i2
  mov r2.z, c20.x
  rep i4
    add r2.x, r2.x, c20.y
    add r2.z, r2.z, c20.y
    setp_ge p0.y, r2.z, c0.x
    breakp p0.y
    add r2.y, r2.y, c20.y
  endrep
  if !p0.y
    mov r2.w, c20.z
  endif
  callnz l3, p0.y
endrep
mov oT2, r2
; the predicate as it is left by a subroutine, dead code behind break, and a conditional step of an address
mov r3, c20.x
mov r4, c0
setp_lt p0, c20, r4.x
setp_gt p0.y, c20.x, r4.x
(p0) mov r3, c20.yzwx
mova a0.w, c20.x
(!p0.y) mova a0.w, c0.y
rep i4
  add r3.y, r3.y, c[a0.w + 30].x
  if b0
    break
    add r3.y, r3.y, c30.z
  endif
  mov r3.w, c30.z
endrep
mov oT3, r3
ret
label l0
loop aL, i1
  add r0.z, r0.z, c[aL + 25].z
endloop
ret
label l1
add r1.x, r1.x, c20.y
if_gt r1.x, c20.z
  if b0
    mov r1.w, c20.w
  endif
else
  add r1.y, r1.y, c20.y
endif
ret
label l2
add r1.z, r1.z, c[aL + 30].z
ret
label l3
add r2.w, r2.w, c20.y
ret
