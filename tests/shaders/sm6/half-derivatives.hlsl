float4 main(float4 position : SV_Position) : SV_Target {
    half f = half(position.x * 2 + position.y * 6);
    return float4(ddx(f), ddy(f), ddx_fine(f), ddy_fine(f));
}
