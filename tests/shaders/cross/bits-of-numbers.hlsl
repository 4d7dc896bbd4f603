float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(a.x * b.x, a.y / b.y, a.z + b.z, a.w * b.w);
}
