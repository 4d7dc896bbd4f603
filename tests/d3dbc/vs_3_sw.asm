vs_3_sw
dcl_position v0
dcl_position o0
if b1000
  rep i700
    mov r0, c5000
  endrep
endif
mov o0, c6500
