ps_3_0
dcl_texcoord_centroid v3.yz
def c20, 0, 0, 0, 0
mov r0, c20
mov r0.yz, v3
mov oC0, r0
