float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(reflect(a.xyz, b.xyz).xy, distance(a.xyz, c.xyz), length(c));
}
