float4 main(float4 pos : SV_Position) : SV_Target
{
    float2 p = pos.xy - 0.5, quad = floor(p / 2) * 2;
    float f = p.x * p.x * 0.5 + p.x * p.y + 16 * p.y;
    float dx = ddx_coarse(f), dy = ddy_coarse(f);
    float2 gx = quad.x + 0.5 + quad.y + float2(0, 1), gy = 16 + quad.x + float2(0, 1);
    float4 r;
    r.x = dx == gx.x || dx == gx.y;
    r.y = dy == gy.x || dy == gy.y;
    // the same in both pixels of a pair
    r.z = ddx_fine(dx) == 0;
    r.w = ddy_fine(dy) == 0;
    return r;
}
