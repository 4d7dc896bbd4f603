float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(lerp(a.x, b.x, c.x), step(a.y, b.y), smoothstep(a.z, b.z, c.z), step(a.w, b.w));
}
