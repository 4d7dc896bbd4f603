float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float x = a.x, steps = 0;
    [loop] do {
        x = frac(x * 0.5) > 0 ? 3 * x + 1 : x * 0.5;
        steps += 1;
    } while (x != 1 && steps < 200);
    return float4(steps, x, 0, 0);
}
