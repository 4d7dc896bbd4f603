float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float steps = 0;
    [loop] for (int i = 0; i < 8; ++i) {
        [loop] for (int k = 0; k < 8; ++k) {
            steps += 1;
            if (i * 8 + k == a.x)
                return float4(i, k, steps, 1);
        }
    }
    return float4(-1, -1, steps, 0);
}
