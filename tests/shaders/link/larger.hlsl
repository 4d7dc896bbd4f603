float4 a, b;

struct Varyings {
    float4 position : SV_Position;
    float4 a : A;
    float4 b : B;
    float4 unread : UNREAD;
};

Varyings vs(float4 position : POSITION) {
    Varyings v;
    v.position = position;
    v.a = a;
    v.b = b;
    v.unread = a + b;
    return v;
}

float4 ps(Varyings v) : SV_Target { return float4(v.a.yx, v.b.y, v.a.x); }
