float4x4 m : register(c0);
float4 v : register(c4);

float4 main() : SV_Target {
    float4x4 t = transpose(m);
    return float4(t[1].x, m[1].x, t._m23, m._34) + v;
}
