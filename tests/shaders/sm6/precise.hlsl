cbuffer c : register(b0) { float4 a; };
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    precise float x = a.x * a.y + a.z;
    float y = a.x * a.y + a.z;
    precise float z = (a.x + a.w) - a.x;
    precise float d = dot(a.xyz, a.yzx);
    o[0] = x;
    o[1] = y;
    o[2] = z;
    o[3] = d;
}
