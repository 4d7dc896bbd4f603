ps_3_0
// alpha 0.25, 0.5 and 0.75 in columns 0 to 2, c1.x in column 3
def c4, 0.25, 0.25, 2.5, 0
dcl vPos.xy
mov r1, c0
mad r0.x, vPos.x, c4.x, c4.y
sub r0.y, c4.z, vPos.x
cmp r1.w, r0.y, r0.x, c1.x
mov oC0, r1
