ps_1_4
def c0, 1, 1, 1, 1
texcrd r5.xyz, t1
phase
texdepth r5
mov r0, c0
