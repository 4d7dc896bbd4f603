ps_1_1
tex t0
texbem t1, t0
texbem t2, t0
add_d2 r0, t1, t2
