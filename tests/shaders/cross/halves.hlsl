cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = f32tof16(asfloat(a.x));
    o[1] = f32tof16(asfloat(a.y));
    o[2] = asuint(f16tof32(a.z));
    o[3] = asuint(f16tof32(a.w));
    o[4] = f32tof16(asfloat(b.x));
}
