float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    if (a.x > 1)
        return b;
    if (a.x > 0) {
        if (a.y > 0)
            return c;
        return b + c;
    }
    return a;
}
