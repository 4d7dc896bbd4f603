ps_1_1
def c0, 1, 1, 1, 1
texkill t1
mov r0, c0
