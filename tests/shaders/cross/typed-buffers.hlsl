cbuffer c : register(b0) { uint4 a; };
Buffer<float4> from : register(t0);
Buffer<int> numbers : register(t1);
RWBuffer<float> to : register(u0);

[numthreads(1, 1, 1)]
void main() {
    float4 f = from[a.x];
    to[0] = f.y;
    to[1] = from[a.y].w;
    to[2] = numbers[a.z];
    to[3] = f.x + numbers[a.z + 1];
    to[100] = 5;
}
