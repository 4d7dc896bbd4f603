float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float4 r = a.wzyx;
    r.yw = b.xz;
    r.xz += c.yx;
    return r.zyxw;
}
