float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    int4 i = int4(a), k = int4(b);
    return float4(i.x + k.x, i.y * k.y, i.z / k.z, i.w - k.w);
}
