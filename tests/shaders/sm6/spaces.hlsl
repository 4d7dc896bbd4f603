Texture2D<float> t : register(t1, space2);
Buffer<uint> b : register(t1, space3);
cbuffer c : register(b5, space1) { float4 a; };
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = t.Load(int3(0, 0, 0)) + b[1] + a.z;
}
