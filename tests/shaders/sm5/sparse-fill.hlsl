float4 main(float4 pos : SV_Position, uint sample : SV_SampleIndex) : SV_Target
{
    return sample == 1 ? float4(9, 8, 7, 6) : 0;
}
