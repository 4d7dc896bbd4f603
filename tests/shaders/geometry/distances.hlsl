// Clip and cull distances that the vertex shader writes, the geometry shader reads, and writes anew.
struct Distances
{
    float4 position : SV_Position;
    float3 clip : SV_ClipDistance0;
    float cull : SV_CullDistance0;
    float second : SV_ClipDistance1;
};

#ifdef VERTEX
Distances main(uint id : SV_VertexID)
{
    Distances d;
    d.position = float4(id == 2 ? 3 : -1, id == 1 ? 3 : -1, 0.5, 1);
    d.clip = float3(id + 1, 10 * id, 0.5);
    d.cull = id + 0.25;
    d.second = 100 + id;
    return d;
}
#elif defined(PIXEL)
float4 main(Distances d) : SV_Target
{
    return float4(d.clip.xy, d.cull, d.second);
}
#else
[maxvertexcount(3)]
void main(triangle Distances v[3], inout TriangleStream<Distances> stream)
{
    for (uint i = 0; i < 3; ++i) {
        Distances d;
        d.position = v[i].position;
        // Left of the middle the first is negative.
        d.clip = float3(v[i].position.x, v[0].clip.x + v[1].clip.y + v[2].clip.z, v[i].cull);
        d.cull = v[2].cull;
        d.second = v[i].second;
        stream.Append(d);
    }
}
#endif
