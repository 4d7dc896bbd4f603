float4x4 m : register(c0);
float4 offset : register(c4);

struct Varyings {
    float4 position : SV_Position;
    float4 x : TEXCOORD0;
};

Varyings vs(float2 position : POSITION, float4 x : TEXCOORD0, float4 y : TEXCOORD1) {
    Varyings o;
    o.position = float4(position, 0, 1);
    o.x.xyz = mul((float3x3)m, x.xyz) + offset.xyz;
    o.x.w = mul(m, y).w;
    return o;
}

float4 ps(Varyings i) : SV_Target {
    return i.x;
}
