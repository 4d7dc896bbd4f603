vs_3_sw
dcl_position v0
dcl_position o0
dcl_texcoord0 o1
dcl_texcoord1 o2
dcl_texcoord2 o3
dcl_texcoord3 o4
defi i100, 3, 2046, 1, 0
defb b200, true
def c8191, 1.0, 2.0, 3.0, 4.0
mov o0, v0
mov r0, c4090
mov r1, c8191
loop aL, i100
add r0, r0, c[aL]
endloop
mov o1, r0
rep i17
add r1, r1, c4089
endrep
if b200
add r1, r1, c4080
endif
mov o2, r1
mov r2, c2048
if b100
call l300
endif
mov o3, r2
m4x4 o4, c4090, c4084
ret
label l300
add r2, r2, r2
ret
