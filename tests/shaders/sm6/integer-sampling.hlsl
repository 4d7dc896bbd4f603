cbuffer c : register(b0) { float2 uv; int2 by; };
Texture2D<uint> t : register(t0);
Texture2D<int4> u : register(t1);
SamplerState s : register(s0);
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = t.SampleLevel(s, uv, 0);
    o[1] = uint(u.SampleLevel(s, uv, 0).y);
    o[2] = t.Load(int3(1, 1, 0), int2(-1, 0));
}
