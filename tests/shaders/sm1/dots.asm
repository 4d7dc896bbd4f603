ps_1_2
def c0, 0.5, 0.25, 0.75, 0.5
def c1, 0.25, 0.5, 0.125, 0.25
dp3 r0, c0, c1
dp4 r1, c0, c1
mov r0.a, r1.a
