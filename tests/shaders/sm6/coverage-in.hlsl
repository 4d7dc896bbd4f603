float4 main(uint mask : SV_Coverage) : SV_Target {
    return float4(mask, 1, 0, 1);
}
