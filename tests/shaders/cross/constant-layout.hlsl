cbuffer c : register(b1) {
    float x;
    float3 y;
    float2 z;
    float3 w;
    float v[2];
    row_major float2x3 m;
    uint after;
};
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = x + y.z;
    o[1] = z.y;
    o[2] = w.x;
    o[3] = v[1];
    o[4] = m[1][2];
    o[5] = after;
    uint n = after & 1;
    o[6] = v[n];
}
