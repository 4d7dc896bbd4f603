vs_2_0
dcl_position v0
dcl_texcoord v1
dcl_blendindices v2
def c30, 0.25, 0.5, 0.75, 1
defi i0, 4, 0, -1, 0
defb b3, true
defb b4, false
mova a0, v2
mova a0.yz, v2
mov r0, c[a0.y + 3]
mov r1, c[a0.z]
mul r1, r1.yzxw, -c[a0.w + 100].x
lrp r2, r0, r1, v0
abs r3, -r2
nrm r4.xyz, r3
nrm r5, r3.yzxw
crs r6.xyz, r4, r5
pow r7, r3.x, r3.y
pow r7.w, r3.w, c30.x
sgn r8, r7, r10, r11
sincos r9.xy, r0.x, c28, c29
sincos r9.y, r0.w, c28, c29
exp r1.x, r0.x
expp r1.y, r0.y
logp r1.z, r0.z
frc r1, r1
rep i1
  add r0, r0, c0
endrep
loop aL, i0
  add r0, r0, c[aL]
  add r0, r0, c[aL + 7]
endloop
if b0
  mov r1, r0
else
  mov r1, -r0
endif
if !b3
  callnz l2, b5
endif
callnz l2, !b6
call l0
call l1
mov oPos, r0
mov oD0, r1
ret
label l0
mov r0.x, c1.x
ret
label l1
mov r0.y, c1.y
ret
label l2
mov r0.z, c1.z
ret
