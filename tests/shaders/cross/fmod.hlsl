float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(fmod(a.x, b.x), fmod(a.y, b.y), fmod(a.z, b.z), fmod(a.w, b.w));
}
