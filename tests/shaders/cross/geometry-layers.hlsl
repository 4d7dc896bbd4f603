struct Corner {
    float4 position : SV_Position;
    uint layer : SV_RenderTargetArrayIndex;
    float colour : COLOR;
};

float4 vs(float4 p : POSITION) : POSITION { return p; }

[maxvertexcount(9)]
void gs(point float4 p[1] : POSITION, inout TriangleStream<Corner> stream) {
    for (uint layer = 0; layer < 3; ++layer) {
        for (uint i = 0; i < 3; ++i) {
            Corner c;
            c.position = float4(i == 2 ? 3 : -1, i == 1 ? 3 : -1, 0, 1) + float4(p[0].xyz, 0);
            c.layer = layer;
            c.colour = layer * 5;
            stream.Append(c);
        }
        stream.RestartStrip();
    }
}

float4 ps(Corner c) : SV_Target {
    return float4(c.colour, c.layer, 0, 1);
}
