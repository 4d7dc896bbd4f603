ps_1_4
mov_d4 r1, v0
mov_x8 r2.rg, r1
mov r2.ba, r1
mov_d2 r0.r, r2.r
mov_d8 r0.g, r2.g
mov_x2 r0.b, r2.b
mov_x4 r0.a, r2.a
