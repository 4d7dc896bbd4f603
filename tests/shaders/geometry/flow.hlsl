// Constants, a texture and every kind of control flow around emits; outputs are written in some branches only.
struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
};

struct Record
{
    float4 position : SV_Position;
    float4 values : VALUES;
};

uint4 choice;
Texture2D<float4> image;

[maxvertexcount(8)]
void main(point Vertex v[1], inout PointStream<Record> stream)
{
    const uint n = uint(v[0].number);
    if (n == choice.x) return;
    Record r;
    r.position = v[0].position;
    r.values = image.Load(int3(n, 0, 0));
    [call] switch (n) {
    case 0: r.values.x = 100; break;
    case 1:
        r.values.y = 200;
        stream.Append(r);
        break;
    default: r.values.zw = 300; break;
    }
    [loop] for (uint i = 0; i < 4; ++i) {
        if (i == choice.y) continue;
        if (i == choice.z) break;
        r.values.w += i;
        stream.Append(r);
    }
}
