cbuffer c : register(b0) { uint4 a; };
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0);

[numthreads(1, 1, 1)]
void main() {
    to.Store4(0, from.Load4(a.x).wzyx);
    to.Store3(16, from.Load3(a.y));
    to.Store2(28, from.Load2(a.x + a.y));
    to.Store(36, from.Load(a.z) + to.Load(36));
}
