// Vertices and registers of the input chosen by numbers that are known at run time only.
struct Vertex
{
    float4 position : SV_Position;
    float2 pair : PAIR;
    float rows[3] : ROWS; // one component each in neighbouring registers
};

struct Record
{
    float4 position : SV_Position;
    float4 values : VALUES;
};

uint4 choice; // vertex, row, vertex of the pair

#ifdef VERTEX
Vertex main(uint id : SV_VertexID)
{
    Vertex v;
    v.position = float4(0, 0, 0.5, 1);
    v.pair = float2(id + 0.25, id + 0.5);
    [unroll] for (uint i = 0; i < 3; ++i)
        v.rows[i] = 10 * id + i;
    return v;
}
#else
[maxvertexcount(1)]
void main(triangle Vertex v[3], inout PointStream<Record> stream)
{
    Record r;
    r.position = v[choice.x].position;
    r.values = float4(v[choice.x].rows[choice.y], v[1].rows[choice.y], v[choice.z].pair);
    stream.Append(r);
}
#endif
