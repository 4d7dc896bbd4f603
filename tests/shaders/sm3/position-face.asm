ps_3_0
def c20, 0.0, 1.0, -1.0, 0.0
dcl vPos.xy
dcl vFace
dcl_texcoord0 v0
frc r0.xy, vPos
mov r0.zw, vPos.xyxy
mov oC0, r0
cmp r1.x, vFace, c20.y, c20.z
setp_gt p0, vFace, c20.x
mov r1.yzw, c20.x
(p0) mov r1.y, c20.y
if_lt vFace, c20.x
  mov r1.z, c20.y
endif
mov oC1, r1
dsx r2.xy, v0
dsy r2.zw, v0.xyxy
mov oC2, r2
