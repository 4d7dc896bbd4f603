float4 main(float4 position : SV_Position) : SV_Target {
    uint before = IsHelperLane();
    if (position.x > 1)
        discard;
    uint after = IsHelperLane();
    float difference = ddx(position.x * 3);
    return float4(before + after, QuadReadAcrossX(after), difference == 3, difference);
}
