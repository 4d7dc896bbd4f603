ps_3_0
dcl_color0 v0
dcl_color2 v1
dcl_texcoord v2
mov r0, v0.x
mov r0.y, v1.y
mov r0.z, v2.z
mov oC0, r0
