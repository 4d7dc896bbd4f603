vs_3_0
dcl_position v0
dcl_texcoord0 v1
dcl_texcoord1 v2
dcl_texcoord2 v3
dcl_position o0
dcl_texcoord0 o1
dcl_texcoord1 o2
dcl_texcoord2 o3
dcl_texcoord3 o4
defi i0, 3, 1, 1, 0
defi i1, 1, 2, 0, 0
mov o0, v0
; o[aL] = v[aL], then one more
loop aL, i0
  mov o[aL], v[aL]
endloop
loop aL, i1
  mov o4, v[aL]
endloop
