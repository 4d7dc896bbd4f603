struct Item {
    uint64_t a;
    double d;
    uint tag;
};
cbuffer c : register(b0) {
    uint64_t first;
    double second;
    int64_t2 third;
};
ByteAddressBuffer raw : register(t0);
StructuredBuffer<Item> items : register(t1);
RWByteAddressBuffer to : register(u0);
RWStructuredBuffer<Item> more : register(u1);

[numthreads(1, 1, 1)]
void main() {
    to.Store<uint64_t>(0, first + 1);
    to.Store<double>(8, second * 2);
    to.Store<int64_t2>(16, third.yx);
    to.Store<uint64_t>(32, raw.Load<uint64_t>(8) * 16);
    to.Store<double>(40, raw.Load<double2>(16).y + items[1].d);
    Item i = items[1];
    i.a ^= 1;
    i.tag += 5;
    more[1] = i;
}
