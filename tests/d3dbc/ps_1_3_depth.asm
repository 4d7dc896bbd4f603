ps_1_3
texcoord t0
texm3x2pad t1, t0
texm3x2depth t2, t0
texkill t3
mov r0, t0
