float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float sum = 0;
    float4 product = 1;
    [loop] for (int i = 0; i < 200; ++i) {
        if (i >= a.x)
            break;
        sum += i;
        product *= b;
    }
    return float4(sum, product.xyz);
}
