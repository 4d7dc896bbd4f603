// Direct3D 9: a soft gradient behind the rings.
float4 main(float2 pixel : VPOS) : COLOR
{
    const float2 at = pixel / float2(320, 240) - 1;
    const float3 colour = lerp(float3(0.10, 0.13, 0.20), float3(0.45, 0.55, 0.68), saturate(1 - 0.6 * dot(at, at)));
    return float4(colour, 1);
}
