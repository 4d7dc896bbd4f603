float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return floor(float4(asin(a.x), acos(a.y), atan(a.z), atan2(a.w, b.w)) * 100.0 + 0.5);
}
