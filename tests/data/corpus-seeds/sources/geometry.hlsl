struct vertex { float4 p : SV_Position; float2 t : TEXCOORD; };
struct pixel { float4 p : SV_Position; float2 t : TEXCOORD; uint layer : SV_RenderTargetArrayIndex; uint id : SV_PrimitiveID; };

[maxvertexcount(6)]
void gs4(triangle vertex v[3], uint id : SV_PrimitiveID, inout TriangleStream<pixel> s)
{
    for (uint layer = 0; layer < 2; ++layer)
    {
        for (uint i = 0; i < 3; ++i)
        {
            pixel p = {v[i].p, v[(i + id) % 3].t, layer, id};
            s.Append(p);
        }
        s.RestartStrip();
    }
}

[instance(4)] [maxvertexcount(4)]
void gs5(point vertex v[1], uint n : SV_GSInstanceID, inout PointStream<vertex> a, inout PointStream<pixel> b)
{
    a.Append(v[0]);
    pixel p = {v[0].p + n, v[0].t, n, 7};
    b.Append(p);
}
