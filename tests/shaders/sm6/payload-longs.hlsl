struct Payload {
    int64_t l[3];
};
groupshared Payload payload;

[numthreads(3, 1, 1)]
void as(uint index : SV_GroupIndex) {
    payload.l[index] = index;
    DispatchMesh(1, 1, 1, payload);
}
