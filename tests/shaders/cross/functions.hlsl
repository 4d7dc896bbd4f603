float4 a : register(c0), b : register(c1), c : register(c2);

void step_(inout float x, float by, inout float sum) {
    x += by;
    sum += by;
}

void swap_(inout float x, inout float y) {
    float t = x;
    x = y;
    y = t;
}

float twice(float x) { return 2 * x; }

float4 main() : SV_Target {
    float4 r = a;
    float k = 0;
    step_(r.x, b.x, k);
    step_(r.y, b.y, k);
    swap_(r.z, r.w);
    return r + float4(0, 0, k, twice(twice(b.z)));
}
