// Direct3D 9: a textured, lit surface with a highlight and a bright rim.
float4 eye : register(c0);
float4 sun : register(c5);
sampler2D tiles : register(s0);

float4 main(float3 world : TEXCOORD0, float3 slope : TEXCOORD1, float2 uv : TEXCOORD2, float3 tint : COLOR0, float2 pixel : VPOS) : COLOR
{
    const float3 normal = normalize(slope);
    const float3 view = normalize(eye.xyz - world);
    const float3 texel = tex2D(tiles, uv).rgb;
    const float3 albedo = texel * lerp(1, tint * 1.6, 0.75);
    const float direct = saturate(dot(normal, sun.xyz));
    const float3 ambient = lerp(float3(0.16, 0.13, 0.12), float3(0.34, 0.40, 0.52), normal.y * 0.5 + 0.5);
    const float highlight = pow(saturate(dot(normal, normalize(view + sun.xyz))), 60);
    const float rim = pow(1 - saturate(dot(normal, view)), 3);
    float3 colour = albedo * (direct * float3(1.6, 1.4, 1.1) + ambient);
    colour += highlight * 0.7 + rim * float3(0.20, 0.26, 0.34);
    // Darker towards the edge of the picture, as through a lens.
    const float2 from_middle = pixel / float2(320, 240) - 1;
    colour *= 1 - 0.15 * dot(from_middle, from_middle);
    colour = 1 - exp(-1.1 * colour);
    return float4(pow(max(colour, 0), 1 / 2.2), 1);
}
