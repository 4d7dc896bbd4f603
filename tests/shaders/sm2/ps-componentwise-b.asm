ps_2_0
mov r0, c0
mov r1, c1
min r3, r0, r1
mov oC0, r3
max r3, r0, r1
mov oC1, r3
abs r3, r0.yzxw
mov oC2, r3
frc r3, r0
mov oC3, r3
