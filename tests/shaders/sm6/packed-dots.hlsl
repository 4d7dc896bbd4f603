cbuffer c : register(b0) { uint4 a; float4 f; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = dot4add_u8packed(a.x, a.y, a.z);
    o[1] = uint(dot4add_i8packed(a.x, a.y, int(a.z)));
    o[2] = asuint(dot2add(half2(f.xy), half2(f.zw), 100.0));
    o[3] = uint(dot4add_i8packed(a.w, a.w, int(0x7fffffff)));
}
