vs_3_0
dcl_position v0
dcl_position o0
dcl_texcoord o1
dcl_texcoord1 o2
def c10, 1, 2, 0, 0
mov o0, v0
sgn o1, c0, r1, r2
// each comparison has a branch of its own to choose
mov r0, c10.z
if_le c1.x, c1.y
mov r0.x, c10.x
else
mov r0.x, c10.y
endif
if_le c1.y, c1.x
mov r0.y, c10.x
else
mov r0.y, c10.y
endif
if_le c1.z, c1.x
mov r0.z, c10.x
endif
call l0
mov o2, r0
ret
label l0
mov r0.w, c10.x
add r0.w, r0.w, c10.y
ret
