struct Point {
    float4 position : POSITION;
    float4 colour : COLOR;
};
struct Corner {
    float4 position : SV_Position;
    float3 colour : COLOR;
    float id : ID;
};

Point vs(Point p) { return p; }

[maxvertexcount(4)]
void gs(point Point p[1], uint id : SV_PrimitiveID, inout TriangleStream<Corner> stream) {
    for (uint i = 0; i < 4; ++i) {
        Corner c;
        c.position = p[0].position + float4(i & 1 ? 0.5 : -0.5, i & 2 ? 1 : -1, 0, 0);
        c.colour = p[0].colour.xyz;
        c.id = id;
        stream.Append(c);
    }
}

float4 ps(Corner c) : SV_Target {
    return float4(c.colour, c.id);
}
