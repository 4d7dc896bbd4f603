vs_2_sw
dcl_position v0
; definitions hold from any place
def c4094, 5.0, 6.0, 7.0, 8.0
def c2049, 0.5, 0.25, 0.125, 1.0
mov oPos, v0
mova a0, c2047
mov oT0, c2048
mov oT1, c[a0.x + 2040]
mov oT2, c[a0.y + 4090]
mov oT3, c[a0.z + 2050]
