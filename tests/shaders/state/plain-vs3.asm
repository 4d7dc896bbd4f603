vs_3_0
dcl_position v0
dcl_position o3
mov o3, v0
