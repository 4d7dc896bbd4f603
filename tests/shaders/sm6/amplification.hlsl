struct Payload {
    uint first;
    float4 colours[4];
};
groupshared Payload payload;

[numthreads(4, 1, 1)]
void as(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    if (index == 0)
        payload.first = group.x;
    payload.colours[index] = float4(index, group.x, 0, 1);
    DispatchMesh(2, 1, 1, payload);
}
