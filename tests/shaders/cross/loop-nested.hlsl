float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float count = 0, last = -1;
    [loop] for (int i = 0; i < 16; ++i) {
        if (i >= a.x)
            break;
        [loop] for (int k = 0; k < 16; ++k) {
            if (k > i)
                break;
            count += 1;
            if (k == a.y)
                break;
            last = i * 10 + k;
        }
    }
    return float4(count, last, 0, 1);
}
