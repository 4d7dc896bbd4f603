struct Payload {
    float3 a;
    uint b[4];
    double d;
    bool on;
};
groupshared Payload payload;

[numthreads(4, 1, 1)]
void as(uint index : SV_GroupIndex) {
    payload.b[index] = index;
    payload.a = 1;
    payload.d = index;
    payload.on = true;
    DispatchMesh(1, 1, 1, payload);
}

struct Vertex {
    float4 position : SV_Position;
};

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void ms(in payload Payload p, uint index : SV_GroupIndex, out vertices Vertex v[3], out indices uint3 i[1]) {
    SetMeshOutputCounts(3, 1);
    v[index].position = float4(p.a.xy, p.d, p.on ? p.b[index] : 1);
    if (index == 0)
        i[0] = uint3(0, 1, 2);
}
