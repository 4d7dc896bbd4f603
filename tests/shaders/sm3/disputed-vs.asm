vs_3_0
dcl_position v0
dcl_position o0
dcl_texcoord0 o1
dcl_texcoord1 o2
dcl_texcoord2 o3
dcl_texcoord3 o4
mov o0, v0
mov r0, c10
slt o1.x, r0.x, r0.y
sge o1.y, r0.x, r0.y
slt o1.z, r0.z, r0.w
sge o1.w, r0.z, r0.w
lit o2, c11
lit o3, c12
lit o4, c13
