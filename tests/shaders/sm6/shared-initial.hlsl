struct S {
    float4 v;
    uint n[2];
};
groupshared S s[4];
groupshared float2x2 m[2];
static uint counter = 5;
static const float4 table[3] = {float4(1, 2, 3, 4), float4(5, 6, 7, 8), float4(9, 10, 11, 12)};
RWBuffer<float> o : register(u0);

void bump(uint by) { counter += by; }

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    bump(index);
    bump(10);
    s[index].v = table[index % 3] * counter;
    s[index].n[index & 1] = index;
    s[index].n[~index & 1] = 100 + index;
    if (index < 2)
        m[index] = float2x2(1, 2, 3, 4) * (index + 1);
    GroupMemoryBarrierWithGroupSync();
    uint other = 3 - index;
    o[index] = s[other].v[index] + s[other].n[0] + m[index & 1][index >> 1][0];
}
