// What each kind of primitive brings: the numbers of its vertices, its own number, integers beside floats.
struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
    uint2 squares : SQUARES;
};

struct Record
{
    float4 position : SV_Position;
    float4 first : FIRST;
    float2 rest : REST;
    uint2 squares : SQUARES;
    uint primitive_id : NUMBER;
};

Record record(float4 first, float2 rest, Vertex last, uint id)
{
    Record r;
    r.position = last.position;
    r.first = first;
    r.rest = rest;
    r.squares = last.squares;
    r.primitive_id = id;
    return r;
}

[maxvertexcount(1)]
void points(point Vertex v[1], uint id : SV_PrimitiveID, inout PointStream<Record> stream)
{
    stream.Append(record(float4(v[0].number, -1, -1, -1), -1, v[0], id));
}

[maxvertexcount(1)]
void lines(line Vertex v[2], uint id : SV_PrimitiveID, inout PointStream<Record> stream)
{
    stream.Append(record(float4(v[0].number, v[1].number, -1, -1), -1, v[1], id));
}

[maxvertexcount(1)]
void triangles(triangle Vertex v[3], uint id : SV_PrimitiveID, inout PointStream<Record> stream)
{
    stream.Append(record(float4(v[0].number, v[1].number, v[2].number, -1), -1, v[2], id));
}

[maxvertexcount(1)]
void line_adjacency(lineadj Vertex v[4], uint id : SV_PrimitiveID, inout PointStream<Record> stream)
{
    stream.Append(record(float4(v[0].number, v[1].number, v[2].number, v[3].number), -1, v[3], id));
}

[maxvertexcount(1)]
void triangle_adjacency(triangleadj Vertex v[6], uint id : SV_PrimitiveID, inout PointStream<Record> stream)
{
    stream.Append(record(float4(v[0].number, v[1].number, v[2].number, v[3].number),
                         float2(v[4].number, v[5].number), v[5], id));
}
