float4 vs(float4 p : POSITION) : POSITION { return p; }

struct Corner {
    float4 position : SV_Position;
};

[maxvertexcount(2)]
void gs(lineadj float4 p[4] : POSITION, inout LineStream<Corner> stream) {
    Corner c;
    c.position = float4(p[1].x, p[0].x + p[3].x, 0, 1);
    stream.Append(c);
    c.position = float4(p[2].x, p[0].x + p[3].x, 0, 1);
    stream.Append(c);
}
