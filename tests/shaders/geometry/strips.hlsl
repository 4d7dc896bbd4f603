// Lines and triangles: a cut begins the next strip, a strip that is too short vanishes.
struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
};

struct Record
{
    float4 position : SV_Position;
    float number : NUMBER;
};

Record record(Vertex v, float number)
{
    Record r = {v.position, number};
    return r;
}

// Two vertices, a cut, one vertex, a cut, three vertices: one line, none, two.
[maxvertexcount(6)]
void lines(point Vertex v[1], inout LineStream<Record> stream)
{
    for (uint i = 0; i < 6; ++i) {
        stream.Append(record(v[0], i));
        if (i == 1 || i == 2) stream.RestartStrip();
    }
}

// Four vertices, a cut, two vertices: two triangles.
[maxvertexcount(6)]
void triangles(point Vertex v[1], inout TriangleStream<Record> stream)
{
    [unroll] for (uint i = 0; i < 6; ++i) {
        stream.Append(record(v[0], i));
        if (i == 3) stream.RestartStrip();
    }
}
