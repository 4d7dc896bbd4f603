ps_2_x
; the builder turns the immediate "true" into 2: any word but 0 is true
def c20, 0.0, 1.0, 10.0, 100.0
defb b0, true
defb b1, false
mov r0, c20.x
if b0
  add r0.x, r0.x, c20.y
endif
if b1
  add r0.y, r0.y, c20.y
endif
if !b0
  add r0.z, r0.z, c20.y
endif
if !b1
  add r0.w, r0.w, c20.y
endif
mov oC0, r0
