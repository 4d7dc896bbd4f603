float4 a : register(c0), b : register(c1), c : register(c2);

struct Varyings {
    float4 position : SV_Position;
    float4 x : TEXCOORD0;
};

Varyings vs(float2 position : POSITION, float4 x : TEXCOORD0) {
    Varyings o;
    o.position = float4(position, 0, 1);
    float sum = 0;
    [loop] for (int i = 0; i < 32; ++i) {
        if (i > x.x)
            break;
        sum += i * a.x;
    }
    o.x = float4(sum, x.yzw);
    return o;
}

float4 ps(Varyings i) : SV_Target {
    return i.x;
}
