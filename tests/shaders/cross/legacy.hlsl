float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float4 l = lit(a.x, a.y, 2.0);
    float4 d = float4(1.0, a.z * b.z, a.z, b.w);
    return float4(l.y + l.z * 16.0, d.y + d.w, degrees(a.w) + radians(b.x), ldexp(b.y, 3.0));
}
