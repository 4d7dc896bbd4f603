struct Point {
    float4 position : POSITION;
    float4 colour : COLOR;
};
struct Corner {
    float4 position : SV_Position;
    float4 colour : COLOR;
};

Point vs(Point p) { return p; }

void add(float y, float4 colour, inout TriangleStream<Corner> stream) {
    Corner c;
    c.colour = colour;
    c.position = float4(-1, y, 0, 1);
    stream.Append(c);
    c.position = float4(-1, y + 1, 0, 1);
    stream.Append(c);
    c.position = float4(1, y, 0, 1);
    stream.Append(c);
    c.position = float4(1, y + 1, 0, 1);
    stream.Append(c);
    stream.RestartStrip();
}

[maxvertexcount(8)]
void gs(triangle Point p[3], inout TriangleStream<Corner> stream) {
    float4 sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += p[i].colour * i;
    add(0, float4(sum.xyz, 1), stream);
    add(-1, float4(sum.zyx, 2), stream);
}

float4 ps(Corner c) : SV_Target {
    return c.colour;
}
