// profiles: ps_5_1
// flags: -enable_unbounded_descriptor_tables
Texture2D<float4> many[] : register(t4, space2); Texture2D<float4> few[8] : register(t20); SamplerState ss[4] : register(s1, space1); struct K { float4 a, b; }; ConstantBuffer<K> cb[6] : register(b3, space4); RWBuffer<uint> ub[4] : register(u2); StructuredBuffer<K> sb[3] : register(t40, space1);
cbuffer C { uint n; };
float4 main(float2 uv : UV, nointerpolation uint i : I) : SV_Target { uint old; InterlockedAdd(ub[n & 3][i], 1, old); return many[NonUniformResourceIndex(i)].Sample(ss[n], uv) + few[n + 2].Load(0) + cb[i].b + cb[2].a + sb[n][i].b + ub[1][old]; }
