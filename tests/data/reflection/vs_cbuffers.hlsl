cbuffer Frame : register(b0) { float4x4 view; row_major float4x3 world; float time; float3 eye; }
cbuffer Object { float4 tint = float4(1, 0.5, 0.25, 0); float scales[3]; float2x2 uv; int mode; bool flag; }
float unused_global;
float4 offset = 2;
struct In { float3 p : POSITION; float2 uv : TEXCOORD0; float4 c : COLOR1; };
struct Out { float4 p : SV_Position; float2 uv : TEXCOORD3; float4 c : COLOR; };
Out main(In i) {
    Out o;
    o.p = mul(float4(mul(float4(i.p, 1), world), 1), view) + offset * time;
    o.uv = mul(uv, i.uv) * scales[1];
    o.c = i.c * tint + eye.xyzx;
    return o;
}
