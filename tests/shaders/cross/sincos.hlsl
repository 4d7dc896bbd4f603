float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float s, k;
    sincos(a.x, s, k);
    return floor(float4(s, k, sin(a.y), cos(a.z)) * 100.0 + 0.5);
}
