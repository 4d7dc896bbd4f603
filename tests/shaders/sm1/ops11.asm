ps_1_1
def c0, 0.5, 0.25, 0.75, 0.5
def c1, 0.25, 0.5, 0.125, 0.25
def c2, 0.125, 0.125, 0.25, 0.25
add r0, c0, c1
mad r1, r0, c1, c2
sub r0, r0, r1
lrp r1, c1, r0, c2
mul r0, r0, c0
add r0, r0, r1
