ps_2_x
def c20, 0.0, 1.0, 10.0, 100.0
defi i0, 4, 0, 0, 0
dcl t0
dcl_2d s0
; arbitrary swizzles, gradients, predication, rep with break, call, all in 2_x
mov r0, t0.wxzy
mov oC0, r0
dsx r1.xy, t0
dsy r1.zw, t0.xyxy
mov oC1, r1
mov r2, c20.x
rep i0
  add r2.x, r2.x, c20.y
  if_gt r2.x, c0.x
    add r2.y, r2.y, c20.z
    break
  endif
endrep
mov r6, c0
setp_ne p0, r6.x, c20.x
(p0) add r2.z, r2.z, c20.w
call l0
mov oC2, r2
mov r4, c1
mov r5, c2
texldd r3, t0, s0, r4, r5
mov oC3, r3
ret
label l0
callnz l1, p0.x
ret
label l1
add r2.w, r2.w, c20.w
ret
