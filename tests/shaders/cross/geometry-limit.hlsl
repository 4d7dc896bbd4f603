// More vertices than maxvertexcount says, and just as many.
cbuffer Constants : register(b0) { uint turns; }

struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
};
struct Other
{
    float number : OTHER;
};

Vertex vs(uint id : SV_VertexID)
{
    Vertex v;
    v.position = float4(0, 0, 0, 1);
    v.number = 10 * id;
    return v;
}

Vertex numbered(Vertex v, uint i)
{
    v.number += i;
    return v;
}

// Each of the two instances may send three.
[maxvertexcount(3)]
[instance(2)]
void looped(point Vertex v[1], uint instance : SV_GSInstanceID, inout PointStream<Vertex> stream)
{
    [loop] for (uint i = 0; i != turns; ++i)
        stream.Append(numbered(v[0], 100 * instance + i));
}

// Takes turns: the three are those of both streams together.
[maxvertexcount(3)]
void streams(point Vertex v[1], inout PointStream<Vertex> stream, inout PointStream<Other> other)
{
    [loop] for (uint i = 0; i < turns; ++i) {
        stream.Append(numbered(v[0], i));
        Other o = {v[0].number + i + 0.5};
        other.Append(o);
    }
}

// Two vertices a line; strips end past the maximum, too.
[maxvertexcount(3)]
void lines(point Vertex v[1], inout LineStream<Vertex> stream)
{
    [loop] for (uint i = 0; i < turns; ++i) {
        stream.Append(numbered(v[0], i));
        if (i & 1) stream.RestartStrip();
    }
}

// No way has more than three.
[maxvertexcount(3)]
void exact(point Vertex v[1], inout PointStream<Vertex> stream)
{
    stream.Append(numbered(v[0], 0));
    [branch] if (turns > 1) {
        stream.Append(numbered(v[0], 1));
        stream.Append(numbered(v[0], 2));
    } else {
        stream.Append(numbered(v[0], 3));
    }
}

// One way has four.
[maxvertexcount(3)]
void straight(point Vertex v[1], inout PointStream<Vertex> stream)
{
    stream.Append(numbered(v[0], 0));
    [branch] if (turns > 1) {
        stream.Append(numbered(v[0], 1));
        stream.Append(numbered(v[0], 2));
    }
    stream.Append(numbered(v[0], 3));
}
