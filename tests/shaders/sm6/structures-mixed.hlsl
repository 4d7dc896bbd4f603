struct Mixed {
    double d;
    int64_t l;
    float3x2 m;
    row_major float2x3 n;
    double2 dd;
    float t[2][3];
    uint u[3];
};
StructuredBuffer<Mixed> i : register(t0);
RWStructuredBuffer<Mixed> o : register(u0);
cbuffer c : register(b0) { uint4 a; };

Mixed turned(Mixed s, uint k) {
    s.d += 1;
    s.l *= 3;
    s.m = mul(s.m, float2x2(0, 1, 1, 0));
    s.n = -s.n;
    s.t[k & 1][2 - k % 3] = 70;
    s.dd = s.dd.yx;
    s.u[k % 3] += s.u[(k + 1) % 3] << k;
    return s;
}

[numthreads(1, 1, 1)]
void main() {
    Mixed s[2] = {i[0], i[1]};
    s[a.x & 1] = turned(s[a.y & 1], a.z);
    o[0] = s[0];
    o[1] = s[1];
}
