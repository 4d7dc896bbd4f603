struct C { float4 v; };
cbuffer c : register(b0) { uint4 a; };
ConstantBuffer<C> tables[2] : register(b1);
Texture2D<float> t[3] : register(t2);
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = t[0].Load(int3(0, 0, 0));
    o[1] = t[2].Load(int3(0, 0, 0));
    o[2] = tables[a.x].v.y;
    o[3] = tables[1 - a.x].v.y;
}
