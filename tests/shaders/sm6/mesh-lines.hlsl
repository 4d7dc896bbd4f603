struct Vertex {
    float4 position : SV_Position;
    float clip : SV_ClipDistance;
};

[numthreads(2, 1, 1)]
[outputtopology("line")]
void main(uint index : SV_GroupIndex, out vertices Vertex v[2], out indices uint2 lines[1]) {
    SetMeshOutputCounts(2, 1);
    v[index].position = float4(index, 0, 0, 1);
    v[index].clip = 1;
    if (index == 0)
        lines[0] = uint2(0, 1);
}
