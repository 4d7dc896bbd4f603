ps_1_1
texcoord t1
mov r0, t1
