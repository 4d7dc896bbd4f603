// The vertex shader that "draw quad" installs when a test has none; quad_vs.cpp holds what fxc makes of it
// (vs_4_0 with -D SM4=1, dxc for vs_6_0 likewise, and the three instructions of vs_2_0 without the constant table).
#ifdef SM4
float4 main(float4 position : position) : sv_position {
    return position;
}
#else
float4 main(float4 position : position) : position {
    return position;
}
#endif
