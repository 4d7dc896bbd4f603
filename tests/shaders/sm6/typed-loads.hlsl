RWTexture2D<float> t : register(u0);
RWBuffer<uint> b : register(u1);
RWTexture3D<int> v : register(u2);
RWTexture1D<uint> l : register(u3);
RWTexture2DArray<float> m : register(u4);

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    t[uint2(index, 1)] = t[uint2(index, 0)] * 2;
    b[2 + index] = b[index] + b[1 - index] * 10;
    v[uint3(index, 0, 1)] = v[uint3(index, 0, 0)] - 5;
    l[index + 2] = l[index] ^ 1;
    m[uint3(index, 0, 1)] = m[uint3(index, 0, 0)] + 0.5;
}
