float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(dot(a.xy, b.xy), dot(a.xyz, b.xyz), dot(a, b), dot(a.zw, b.xx));
}
