struct Payload {
    uint first;
    float4 colours[4];
};
struct Vertex {
    float4 position : SV_Position;
    float4 colour : COLOR;
};
struct Primitive {
    uint id : SV_PrimitiveID;
    float weight : WEIGHT;
    bool culled : SV_CullPrimitive;
};
groupshared Payload payload;

[numthreads(4, 1, 1)]
void as(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    if (index == 0)
        payload.first = group.x;
    payload.colours[index] = float4(index, group.x, 0, 1);
    DispatchMesh(2, 1, 1, payload);
}

[numthreads(4, 1, 1)]
[outputtopology("triangle")]
void ms(uint index : SV_GroupIndex, in payload Payload p, out vertices Vertex v[4], out indices uint3 triangles[2], out primitives Primitive q[2]) {
    SetMeshOutputCounts(4, 2);
    v[index].position = float4(index & 1, index >> 1, 0, 1);
    v[index].colour = p.colours[index];
    if (index < 2) {
        triangles[index] = uint3(index, 1 + index, 2 + index);
        q[index].id = p.first + index;
        q[index].weight = index * 0.5;
        q[index].culled = index == 1;
    }
}
