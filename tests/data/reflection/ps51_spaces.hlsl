Texture2D a[4] : register(t2, space1); Texture2D u[] : register(t0, space7); SamplerState s[2] : register(s1, space3);
struct D { float4 x; float y; }; ConstantBuffer<D> cb[3] : register(b4, space2); RWTexture2D<float4> w : register(u3, space5);
float4 main(float2 uv : UV, nointerpolation uint i : I) : SV_Target { w[uv] = 1; return a[i].Sample(s[1], uv) + u[NonUniformResourceIndex(i)].Sample(s[0], uv) + cb[i].x + cb[2].y; }
