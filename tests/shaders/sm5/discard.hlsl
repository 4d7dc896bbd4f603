// The texture is 8 x 8 with levels 0 and 1, which hold their number; the discarded half of a quad must still take part in
// the derivatives of the other half.
Texture2D<float4> tex : register(t0);
SamplerState point_sampler : register(s0);
RWBuffer<uint> written : register(u1);
cbuffer params : register(b0) { float4 p; };

float4 main(float4 pos : SV_Position) : SV_Target
{
    float2 uv = pos.xy / 4.0;   // two texels a pixel: level 1
    if ((int)pos.x & 1)
        discard;
    float4 r = tex.Sample(point_sampler, uv);
    r.y = ddx(pos.x * pos.x);
    // only pixels that live reach memory
    written[(int)pos.x + 4 * (int)pos.y] = 7;
    clip(pos.y - p.x);
    r.z = ddy(pos.y);
    return r;
}
