float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    bool4 t = bool4(a);
    return float4(any(t), all(t), t.x && !t.y, t.z || t.w);
}
