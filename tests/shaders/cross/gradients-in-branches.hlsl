float4 a : register(c0);

float4 main(float4 position : SV_Position) : SV_Target {
    float f = position.x * a.x + position.y * 3;
    float2 coarse = float2(ddx_coarse(f), ddy_coarse(f)), fine = float2(ddx_fine(f), ddy_fine(f));
    [branch] if (position.x > 2)
        return float4(fine, coarse);
    return float4(coarse, fine);
}
