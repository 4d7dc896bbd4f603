float4 a : register(c0), b : register(c1), c : register(c2);

struct Varyings {
    float4 position : SV_Position;
    float4 whole : TEXCOORD0;
    float2 two : TEXCOORD1;
    float three[3] : TEXCOORD2;
    float3 colour : COLOR0;
    float one : COLOR1;
};

Varyings vs(float2 position : POSITION, float4 x : TEXCOORD0, float4 y : TEXCOORD1) {
    Varyings o;
    o.position = float4(position, 0, 1);
    o.whole = x.wzyx;
    o.two = y.xy;
    o.three[0] = x.x + y.x;
    o.three[1] = x.y + y.y;
    o.three[2] = x.z + y.z;
    o.colour = y.www;
    o.one = x.x * y.z;
    return o;
}

float4 ps(Varyings i) : SV_Target {
    return float4(i.whole.y + i.two.y, i.three[0] + i.three[1] + i.three[2], i.colour.z, i.one) + a;
}
