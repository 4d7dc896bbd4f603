float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float x = a.x > 0 ? a.y > 0 ? 1 : 2 : a.y > 0 ? 3 : 4;
    float4 v = float4(a.z < b.z ? a.x : b.x, a.w < b.w ? a.y : b.y, a.z < b.x ? a.z : b.z, 0);
    return float4(x, v.xyz);
}
