Texture2D t : register(t0);

float4 main(uint sample : SV_SampleIndex) : SV_Target {
    return float4(t.Load(int3(0, 0, 0)).xyz, sample);
}
