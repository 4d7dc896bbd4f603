ps_3_0
def c20, 0.0, 0.0, 0.0, 0.0
defi i0, 3, 1, 1, 0
defi i1, 2, 4, -3, 0
dcl_texcoord3 v0
dcl_texcoord0 v1
dcl_texcoord1 v2
dcl_texcoord2 v3
dcl_texcoord4 v4
mov r0, c20.x
loop aL, i0
  add r0, r0, v[aL]
endloop
mov oC0, r0
mov r1, c20.x
loop aL, i1
  add r1, r1, v[aL].wzyx
endloop
mov oC1, r1
mov oC2, v0
