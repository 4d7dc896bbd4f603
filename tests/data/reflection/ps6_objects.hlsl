struct Material { float4 tint; Texture2D<float4> t; SamplerState s; float2 scale; }; cbuffer C { Material m; float after; }; cbuffer OnlyOne { float4 one; };

struct L { float4 c; }; ConstantBuffer<L> a1[1] : register(b0, space1); ConstantBuffer<L> an[] : register(b0, space2); TextureBuffer<L> tb : register(t0, space1);
ByteAddressBuffer raws[2] : register(t0, space3); RWByteAddressBuffer rwraws[] : register(u0, space3); Buffer<float> bufs[3] : register(t0, space4); AppendStructuredBuffer<L> apps[2] : register(u0, space5);
float4 main(float2 uv : UV, nointerpolation uint n : N) : SV_Target { L l; l.c = n; apps[1].Append(l); rwraws[n].Store(0, raws[1].Load(n));
  return m.t.Sample(m.s, uv * m.scale) * m.tint + after + one.x + a1[0].c + an[n].c + tb.c + bufs[2][n]; }
