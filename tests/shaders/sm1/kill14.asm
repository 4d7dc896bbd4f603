ps_1_4
def c0, 1, 1, 1, 1
texcrd r1.xyz, t1
phase
texkill r1
mov r0, c0
