struct Item {
    half h;
    int16_t i;
    half4 v;
};
cbuffer c : register(b0) {
    half4 first;
    half second;
    int16_t third;
    float fourth;
};
ByteAddressBuffer raw : register(t0);
StructuredBuffer<Item> items : register(t1);
RWByteAddressBuffer to : register(u0);
RWStructuredBuffer<Item> out_items : register(u1);
groupshared half shared_[4];

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    shared_[index] = half(index) * 2;
    GroupMemoryBarrierWithGroupSync();
    if (index)
        return;
    to.Store<half>(0, first.y);
    to.Store<half>(2, second);
    to.Store<int16_t>(4, third);
    to.Store<half2>(8, raw.Load<half2>(6));
    to.Store<int16_t3>(12, raw.Load<int16_t3>(2));
    to.Store<uint16_t>(18, uint16_t(asuint16(shared_[3])));
    to.Store<float>(20, fourth + items[1].v.z);
    out_items[0].v.xyz = items[1].v.zyx;
    out_items[1].i = items[0].i + items[1].i;
    out_items[1].h = items[0].h * 2;
}
