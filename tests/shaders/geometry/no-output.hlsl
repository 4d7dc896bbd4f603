// Nothing goes out; what the shader does is in a buffer.
struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
};

RWByteAddressBuffer buffer : register(u0);

[maxvertexcount(1)]
void main(line Vertex v[2], uint id : SV_PrimitiveID, inout PointStream<Vertex> stream)
{
    buffer.InterlockedAdd(0, id + 1);
    buffer.Store(4 + 4 * id, asuint(v[0].number + v[1].number));
}
