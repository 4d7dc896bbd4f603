float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float2 f = float2(0, 1);
    float4 v = b;
    [loop] for (int i = 0; i < 64; ++i) {
        if (i >= a.x)
            break;
        f = float2(f.y, f.x + f.y);
        v = v.yzwx;
    }
    return float4(f, v.xy);
}
