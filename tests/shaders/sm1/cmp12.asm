ps_1_2
def c0, 0.25, 0.5, 0.75, 1
def c1, 1, 0.75, 0.5, 0.25
cmp r0, v0_bias, c0, c1
