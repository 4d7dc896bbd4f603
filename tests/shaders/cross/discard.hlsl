float4 a : register(c0), b : register(c1), c : register(c2);

#if SM == 3
float4 main(float2 vpos : VPOS) : SV_Target {
    float2 p = vpos;
#else
float4 main(float4 vpos : SV_Position) : SV_Target {
    float2 p = floor(vpos.xy);
#endif
    if (p.x == a.x)
        discard;
    clip(p.y - a.y);
    return float4(ddx(p.x), p, 1);
}
