cbuffer c : register(b0) {
    int4 a;
    uint4 z;
};
RWBuffer<int> o : register(u0);

static int n;
static float st[4] = {1, 2, 3, 4};
static const float2 table[3][2] = {{float2(1, 2), float2(3, 4)}, {float2(5, 6), float2(7, 8)},
                                   {float2(9, 10), float2(11, 12)}};

int add(int k) {
    n += k;
    return n;
}

void fill(inout float x[6], uint by) {
    for (uint i = 0; i < 6; i++)
        x[i] += i * by;
}

float sum(float x[6], out uint last) {
    float s = 0;
    last = 0;
    for (uint i = 0; i < 6; i++) {
        s += x[i];
        x[i] = 100;
        if (s > 9)
            last = i;
    }
    return s;
}

[numthreads(1, 1, 1)]
void main() {
    n = a.x;
    int r = a.y > 0 ? add(1) : add(10);
    bool b = (add(2) > 5) | (add(100) > 0);
    o[0] = r;
    o[1] = b ? n : -n;
    o[2] = int(z.x / z.w);
    o[3] = int(z.x % z.w);
    o[4] = a.x << z.y;
    o[5] = a.z >> z.y;
    o[6] = int(uint(a.z) >> z.y);
    o[7] = a.z / a.x;
    o[8] = a.z % a.x;

    float x[6] = {1, 0, 0, 0, 2, 0};
    fill(x, z.z);
    x[z.x % 6] = 9;
    uint last;
    float s = sum(x, last);
    st[z.z & 3] += s + sum(x, last);
    o[9] = int(s);
    o[10] = int(last);
    o[11] = int(st[0] + 10 * st[1] + 100 * st[2] + 1000 * st[3]);
    float2 q = table[z.x % 3][z.z & 1];
    o[12] = int(q.x + 100 * q.y);
    float3x3 m = 0;
    m[z.x % 3][z.z % 3] = 5;
    m[1][z.z % 3] += 2;
    o[13] = int(m[1][0] + 10 * m[1][1] + 100 * m[1][2] + 1000 * m[z.x % 3][z.z % 3]);
    int4 v = 7;
    v[z.z & 3] = 3;
    o[14] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}
