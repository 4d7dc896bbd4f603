float4 main(float4 position : SV_Position, out uint reference : SV_StencilRef) : SV_Target {
    reference = 40 + uint(position.x);
    return float4(1, 0, 0, 1);
}
