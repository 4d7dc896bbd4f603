ps_3_0
dcl_texcoord0 v0
dcl_texcoord1 v1
dcl_color0 v2
defi i0, 2, 0, 1, 0
def c4, 0, 0, 0, 0
mov r0, c4
loop aL, i0
add r0, r0, v[aL]
endloop
mov r0.w, v2.z
mov oC0, r0
