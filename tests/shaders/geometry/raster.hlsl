// What a geometry shader tells the rasteriser: layer, viewport, primitive number, clip and cull distances.
struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
};

struct Output
{
    float4 position : SV_Position;
    float2 colour : COLOUR;
    uint layer : SV_RenderTargetArrayIndex;
    uint primitive_id : SV_PrimitiveID;
};

// A quad for every point: two layers, each with its own colour and number.
[maxvertexcount(8)]
void layers(point Vertex v[1], inout TriangleStream<Output> stream)
{
    for (uint layer = 0; layer < 2; ++layer) {
        for (uint corner = 0; corner < 4; ++corner) {
            Output o;
            o.position = float4(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, 0.5, 1);
            o.colour = float2(layer + 0.25, v[0].number);
            o.layer = layer + 1;
            o.primitive_id = 7 + layer;
            stream.Append(o);
        }
        stream.RestartStrip();
    }
}

float4 layers_ps(Output o) : SV_Target
{
    return float4(o.colour, o.layer, o.primitive_id);
}

struct ViewportOutput
{
    float4 position : SV_Position;
    uint viewport : SV_ViewportArrayIndex;
};

[maxvertexcount(6)]
void viewports(point Vertex v[1], inout TriangleStream<ViewportOutput> stream)
{
    for (uint viewport = 0; viewport < 2; ++viewport) {
        for (uint corner = 0; corner < 3; ++corner) {
            ViewportOutput o;
            o.position = float4(corner == 2 ? 3 : -1, corner == 1 ? 3 : -1, 0.5, 1);
            o.viewport = viewport;
            stream.Append(o);
        }
        stream.RestartStrip();
    }
}

float4 viewports_ps(ViewportOutput o) : SV_Target
{
    return float4(o.viewport + 1, o.position.xy, 1);
}
