ps_2_x
; Microsoft's assembler only writes full masks: the builder cuts them to .xy and .x
dcl t0
mov r2.xyz, t0
mov r2.w, t0
texkill r2
mov r3.xyz, t0.wzyx
mov r3.w, t0.x
texkill r3
mov oC0, c0
