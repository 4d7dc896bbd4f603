struct Inner {
    float2 xy;
    uint n[3];
};
struct Item {
    Inner inner[2];
    float4 v;
};
ByteAddressBuffer from : register(t0);
StructuredBuffer<Item> items : register(t1);
RWByteAddressBuffer to : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Inner i = from.Load<Inner>(4);
    to.Store<float2>(0, i.xy * 2);
    to.Store<uint>(8, i.n[2] + from.Load<uint3>(16).z);
    Item m = items[1];
    to.Store<float>(12, m.inner[1].xy.y + m.v.w);
    to.Store<Inner>(16, items[0].inner[1]);
    to.Store<uint4>(36, from.Load<uint4>(0).wzyx);
    to.Store<bool>(52, i.xy.x > 1);
    to.Store(56, to.Load(8) + 1);
}
