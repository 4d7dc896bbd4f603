float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float4 p = a * b;
    return float4(p.x - a.x, (a.y + b.y) - a.y, a.z * b.z - p.z, (a.w - b.w) * c.w);
}
