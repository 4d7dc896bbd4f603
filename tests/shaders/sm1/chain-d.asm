ps_1_1
tex t0
texm3x2pad t1, t0_bx2
texm3x2tex t2, t0_bx2
tex t3
mul r0.rgb, t2, t3
+mov r0.a, t0
