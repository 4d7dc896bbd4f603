ps_2_0
; Microsoft's assembler writes sub as an add of the negative; the builder turns this add into the real opcode
mov r0, c0
mov r1, c1
add r2, r0, r1
mov oC0, r2
