RWTexture2D<float4> t : register(u0);
RWBuffer<float> o : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float4 x = t[uint2(1, 0)];
    t[uint2(0, 0)] = x.wzyx;
    o[0] = x.y;
}
