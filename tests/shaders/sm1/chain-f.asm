ps_1_4
texld r0, t0
texcrd r1.rgb, t1
mad r1.rg, r0, c0, r1
phase
texld r2, r1
texld r1, t2_dw.xyw
mul r0.rgb, r2, v0
+mov_sat r0.a, r1.g
