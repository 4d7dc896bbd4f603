// Vertex v has the position (v % 4 + 0.5, v / 4 + 0.5) in a target of 4x4 and carries its number.
struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
    uint2 squares : SQUARES;
};

Vertex main(uint id : SV_VertexID, uint instance : SV_InstanceID)
{
    Vertex v;
    v.position = float4((id % 4 + 0.5) / 2 - 1, 1 - (id / 4 + 0.5) / 2, 0.5, 1);
    v.number = id + 100 * instance;
    v.squares = uint2(id * id, 1000 + id);
    return v;
}
