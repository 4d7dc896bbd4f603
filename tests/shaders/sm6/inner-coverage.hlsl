float4 main(uint inside : SV_InnerCoverage) : SV_Target {
    return float4(inside, 0, 0, 1);
}
