float4 a : register(c0), b : register(c1), c : register(c2);

struct Varyings {
    float4 position : SV_Position;
    float4 x : TEXCOORD0;
};

Varyings vs(float4 position : POSITION, float4 x : TEXCOORD0) {
    Varyings o;
    o.position = position;
    o.x = x * a;
    return o;
}

float4 ps(Varyings i) : SV_Target {
    return i.x;
}
