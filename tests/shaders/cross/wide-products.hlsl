cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint x = a.x, y = a.y;
    uint low = x * y;
    uint ll = (x & 0xffff) * (y & 0xffff), lh = (x & 0xffff) * (y >> 16), hl = (x >> 16) * (y & 0xffff), hh = (x >> 16) * (y >> 16);
    uint middle = (ll >> 16) + (lh & 0xffff) + (hl & 0xffff);
    o[0] = low;
    o[1] = hh + (lh >> 16) + (hl >> 16) + (middle >> 16);
    uint sum = x + y;
    o[2] = sum;
    o[3] = sum < x;
    o[4] = x - y;
    o[5] = 0 - x;
}
