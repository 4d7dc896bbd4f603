ps_3_sw
dcl_texcoord0 v0
dcl_texcoord1 v1
dcl_texcoord2 v2
dcl_texcoord3 v3
def c2000, 2.0, 2.0, 2.0, 2.0
mul oC0, v0, c2000
mov oC1, v1
add oC2, v2, c2047
mov oC3, v3
