struct Vertex { float4 position : SV_Position; float3 colour : COLOR; uint layer : SV_RenderTargetArrayIndex; };
struct Extra { float2 data : DATA; };

[instance(3)] [maxvertexcount(6)] void main(triangle Vertex v[3], uint id : SV_PrimitiveID, uint instance : SV_GSInstanceID,
                                inout PointStream<Vertex> a, inout PointStream<Extra> b) {
    for (int i = 0; i < 3; ++i) {
        Vertex o = v[i];
        o.layer = instance + id;
        a.Append(o);
        Extra e;
        e.data = v[2 - i].colour.zx;
        b.Append(e);
    }
    a.RestartStrip();
}
