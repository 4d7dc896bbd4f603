float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    static const float table[6] = {3, 1, 4, 1, 5, 9};
    static const float4 vectors[3] = {float4(1, 2, 3, 4), float4(5, 6, 7, 8), float4(9, 10, 11, 12)};
    return float4(table[int(a.x)], table[int(a.y)], vectors[int(a.z)].y, vectors[int(a.w)].w);
}
