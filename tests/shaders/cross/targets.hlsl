float4 a : register(c0), b : register(c1), c : register(c2);

struct Out {
    float4 first : SV_Target0;
    float4 second : SV_Target1;
    float4 third : SV_Target2;
    float4 fourth : SV_Target3;
};

Out main() {
    Out o;
    o.first = a;
    o.second = b * 2;
    o.third = float4(0, a.x + b.x, 0, 1);
    o.fourth = c.wzyx;
    return o;
}
