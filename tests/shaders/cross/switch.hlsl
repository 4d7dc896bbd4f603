float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float4 r = 1;
    switch (int(a.x)) {
    case 0: r = b; break;
    case 1:
    case 2: r = c; break;
    case 7: r = b + c; break;
    default: r = -1; break;
    }
    return r * a.y;
}
