float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(min(a.x, b.x), max(a.y, b.y), clamp(a.z, b.z, c.z), saturate(a.w));
}
