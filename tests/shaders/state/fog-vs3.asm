vs_3_0
dcl_position v0
dcl_position o0
dcl_color o1
dcl_color1 o2
mul r0, v0, c0.w
mov r0.z, c0.z
mov o0, r0
mov o1, c1
mov o2, c2
