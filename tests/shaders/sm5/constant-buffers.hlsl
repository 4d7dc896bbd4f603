// Several buffers; b2 is indexed beyond its end, b5 is bound to nothing.
cbuffer first : register(b1) { float4 a; float b; };
cbuffer array : register(b2) { float4 c[4]; };
cbuffer last : register(b13) { uint4 e; };
Buffer<uint4> indices : register(t0);
RWBuffer<float4> results : register(u0);

[numthreads(6, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    results[i] = c[indices[i].x];
    if (i == 0)
        results[6] = float4(a.xy, b, e.w);
}
