float limit; float4 steps[4];
float4 main(float4 c : COLOR0, float2 t : TEXCOORD0) : SV_Target {
    if (t.x > limit) c = -c;
    [unroll] for (int i = 0; i < 4; ++i) c += steps[i] * t.y;
    if (c.w < 0) discard;
    return sqrt(abs(c));
}
