struct targets
{
    float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3;
};

targets main(float4 pos : SV_Position)
{
    // f = x * x + 16 y in pixel indices: along a row the difference depends on the quad's column pair only
    float2 p = pos.xy - 0.5;
    float f = p.x * p.x * 0.5 + p.x * p.y + 16 * p.y;
    targets t;
    t.t0 = float4(ddx(f), ddy(f), ddx(p));
    t.t1 = float4(ddx_fine(f), ddy_fine(f), ddy(p));
    t.t2 = float4(ddx_coarse(p.x), ddy_coarse(p.y), ddx_coarse(p.y), ddy_coarse(p.x));
    t.t3 = float4(fwidth(p * 3), saturate(ddx_fine(p.x * 5)), -ddy_fine(abs(p.y - 8)));
    return t;
}
