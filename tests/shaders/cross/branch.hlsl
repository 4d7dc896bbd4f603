float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float4 r = b;
    [branch] if (a.x > 0.5) {
        r = b * 2.0 + c;
        r.x += a.y;
    } else {
        r = c - b;
    }
    return r;
}
