struct Payload { uint base[4]; };
groupshared Payload shared_payload;
[numthreads(4, 2, 1)] void main(uint thread : SV_GroupIndex) {
    shared_payload.base[thread & 3] = thread;
    DispatchMesh(2, 1, 1, shared_payload);
}
