// The sky behind everything, from the pixel's position alone.
#include "scene_common.hlsli"

float4 main(float4 position : SV_Position) : SV_Target
{
    const float3 forward = normalize(target.xyz - eye.xyz);
    const float3 right = normalize(cross(float3(0, 1, 0), forward));
    const float3 up = cross(forward, right);
    const float2 at = (position.xy - float2(320, 240)) / 240 / eye.w;
    const float3 direction = normalize(forward + right * at.x - up * at.y);
    const float height = saturate(direction.y);
    float3 colour = lerp(float3(0.80, 0.88, 0.95), float3(0.18, 0.38, 0.72), pow(height, 0.45));
    const float glow = saturate(dot(direction, sun.xyz));
    colour += sun_colour.rgb * (0.25 * pow(glow, 24) + 4 * pow(glow, 1200));
    colour = 1 - exp(-0.85 * colour);
    return float4(pow(max(colour, 0), 1 / 2.2), 1);
}
