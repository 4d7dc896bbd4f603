// ps_3_0
sampler2D base : register(s2);
samplerCUBE environment : register(s0);
float4 tint;
float alpha_limit;

float4 main(float2 uv : TEXCOORD3, float3 reflection : TEXCOORD1, float4 color : COLOR0, float2 pixel : VPOS,
            float face : VFACE) : COLOR
{
    float4 c = tex2D(base, uv) * color;
    clip(c.a - alpha_limit);
    [branch] if (c.r > 0.5)
        c.rgb += texCUBElod(environment, float4(reflection, 2)).rgb;
    c *= face < 0 ? tint : 1;
    return c + float4(ddx(uv), frac(pixel * 0.5));
}
