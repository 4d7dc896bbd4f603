ps_1_1
tex t1
mov r0, t1
