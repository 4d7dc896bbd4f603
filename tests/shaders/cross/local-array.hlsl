float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float t[4];
    t[0] = b.x;
    t[1] = b.y;
    t[2] = b.z;
    t[3] = b.w;
    int i = int(a.x), k = int(a.y);
    float old = t[i];
    t[i] = t[k] + 100;
    t[k] = old;
    return float4(t[0], t[1], t[2], t[3]);
}
