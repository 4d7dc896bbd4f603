float4 table[8] : register(c0);

struct Varyings {
    float4 position : SV_Position;
    float4 x : TEXCOORD0;
};

Varyings vs(float2 position : POSITION, float4 x : TEXCOORD0, float4 y : TEXCOORD1) {
    Varyings o;
    o.position = float4(position, 0, 1);
    int i = int(x.x);
    o.x = table[i] + table[i + 1] * x.y + table[int(x.z)].yxxx + y;
    return o;
}

float4 ps(Varyings i) : SV_Target {
    return i.x;
}
