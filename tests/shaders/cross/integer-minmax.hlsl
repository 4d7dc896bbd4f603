cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = min(a.x, a.y);
    o[1] = max(a.x, a.y);
    o[2] = min(int(a.x), int(a.y));
    o[3] = max(int(a.x), int(a.y));
    o[4] = clamp(int(a.z), int(a.x), int(a.y));
    o[5] = abs(int(a.x));
    o[6] = sign(int(a.x)) + 2 * sign(int(a.y));
    o[7] = mad(a.y, a.z, a.w);
}
