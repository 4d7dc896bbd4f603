struct Item {
    float2 xy;
    uint tag;
    float weight[2];
};
StructuredBuffer<Item> from : register(t0);
RWStructuredBuffer<Item> to : register(u0);

[numthreads(2, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Item i = from[id.x];
    i.xy = i.xy.yx * 2;
    i.tag += id.x;
    to[1 - id.x] = i;
    to[1 - id.x].weight[id.x] = 9;
}
