float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float odd = 0, all = 0;
    [loop] for (int i = 0; i < 100; ++i) {
        if (i == a.y)
            break;
        all += 1;
        if (frac(i * 0.5) == 0)
            continue;
        odd += i;
    }
    return float4(odd, all, odd * all, a.y);
}
