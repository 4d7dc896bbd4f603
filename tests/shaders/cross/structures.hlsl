float4 a : register(c0), b : register(c1), c : register(c2);

struct Ray {
    float3 from, direction;
};
struct Pair {
    Ray first, second;
};

Ray make(float3 from, float3 direction) {
    Ray r;
    r.from = from;
    r.direction = direction;
    return r;
}

float4 at(Ray r, float t) { return float4(r.from + r.direction * t, t); }

float4 main() : SV_Target {
    Ray r = make(a.xyz, b.xyz);
    Ray s = make(b.xyz, c.xyz);
    Pair p;
    p.first = r;
    p.second = s;
    return at(p.first, a.w) + at(p.second, b.w);
}
