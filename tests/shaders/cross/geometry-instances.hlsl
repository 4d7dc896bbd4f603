struct Corner {
    float4 position : SV_Position;
    float2 colour : COLOR;
};

float4 vs(float4 p : POSITION) : POSITION { return p; }

[instance(4)]
[maxvertexcount(4)]
void gs(point float4 p[1] : POSITION, uint id : SV_GSInstanceID, inout TriangleStream<Corner> stream) {
    float2 at = float2(id & 1 ? 0 : -1, id & 2 ? 0 : -1);
    for (uint i = 0; i < 4; ++i) {
        Corner c;
        c.position = float4(at + float2(i & 1, i >> 1), 0, 1) + p[0];
        c.position.w = 1;
        c.colour = float2(id, id + 10);
        stream.Append(c);
    }
}

float4 ps(Corner c) : SV_Target {
    return float4(c.colour, 0, 1);
}
