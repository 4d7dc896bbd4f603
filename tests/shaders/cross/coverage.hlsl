float4 main(uint sample : SV_SampleIndex, out uint mask : SV_Coverage) : SV_Target {
    mask = 5;
    return float4(sample + 1, 4, 1, 1);
}
