ps_3_0
def c20, 0.0, 1.0, 2.0, 3.0
defi i0, 9, 0, 0, 0
mov r0, c20.x
mov r1, c20.x
rep i0
  add r0.x, r0.x, c20.y
  break_eq r0.x, c20.z
endrep
rep i0
  add r0.y, r0.y, c20.y
  break_lt c20.w, r0.y
endrep
rep i0
  break_ne r0.z, c0.x
  add r0.z, r0.z, c20.y
endrep
rep i0
  add r0.w, r0.w, c20.y
  break_le c20.w, r0.w
endrep
mov oC0, r0
; with NaN only "not equal" holds
rep i0
  add r1.x, r1.x, c20.y
  break_eq c0.y, c0.y
endrep
rep i0
  add r1.y, r1.y, c20.y
  break_ne c0.y, c0.y
endrep
rep i0
  add r1.z, r1.z, c20.y
  break_le r1.z, c0.y
endrep
setp_eq p0.x, c0.y, c0.y
setp_ne p0.y, c0.y, c0.y
mov r5, c0
setp_ge p0.zw, r5.y, c20.x
(!p0.x) add r1.w, r1.w, c20.y
(p0.y) add r1.w, r1.w, c20.z
(p0.z) add r1.w, r1.w, c20.w
mov oC1, r1
