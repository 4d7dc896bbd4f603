float4 a : register(c0), b : register(c1), c : register(c2);

#if SM == 3
float4 main(float2 vpos : VPOS) : SV_Target {
    float2 p = vpos;
#else
float4 main(float4 vpos : SV_Position) : SV_Target {
    float2 p = floor(vpos.xy);
#endif
    return float4(p, p.x + p.y * a.x, 1);
}
