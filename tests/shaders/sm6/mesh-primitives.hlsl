cbuffer c : register(b0) { float scale; };

struct Vertex {
    float4 position : SV_Position;
};
struct Primitive {
    uint id : SV_PrimitiveID;
    float weight : WEIGHT;
    bool culled : SV_CullPrimitive;
};

[numthreads(4, 1, 1)]
[outputtopology("triangle")]
void main(uint index : SV_GroupIndex, out vertices Vertex v[4], out indices uint3 triangles[2], out primitives Primitive q[2]) {
    SetMeshOutputCounts(4, 2);
    v[index].position = float4(index, 0, 0, 1);
    if (index < 2) {
        triangles[index] = uint3(index, 1 + index, 2 + index);
        q[index].id = index;
        q[index].weight = scale * scale;
        q[index].culled = index == 1;
    }
}
