float4 main(float4 position : SV_Position) : SV_Target {
    float v = floor(position.x) + 10 * floor(position.y);
    return float4(QuadReadAcrossX(v), QuadReadAcrossY(v), QuadReadAcrossDiagonal(v), QuadReadLaneAt(v, 1));
}
