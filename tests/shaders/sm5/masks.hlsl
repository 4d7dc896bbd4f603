struct varyings { float4 pos : SV_Position; float4 a : A; float3 b : B; nointerpolation int2 n : N; };

varyings vs(float2 position : POSITION)
{
    varyings v;
    v.pos = float4(position, 0, 1);
    v.a = float4(1, 2, 3, 4);
    v.b = float3(5, 6, 7);
    v.n = int2(-8, 9);
    return v;
}

// reads one component of what has four, two of what has three
float4 ps(varyings v) : SV_Target { return float4(v.a.z, v.b.xz, 1); }
