struct Payload { uint base[4]; };
struct Vertex { float4 position : SV_Position; float2 uv : TEXCOORD; };
struct Primitive { uint id : SV_PrimitiveID; float3 colour : COLOR; };

[outputtopology("triangle")] [numthreads(32, 1, 1)]
void main(uint thread : SV_GroupIndex, in payload Payload p, out vertices Vertex v[64], out indices uint3 t[32],
          out primitives Primitive q[32]) {
    SetMeshOutputCounts(64, 32);
    v[thread].position = float4(thread, p.base[thread & 3], 0, 1);
    v[thread].uv = float2(thread, 0);
    t[thread] = uint3(thread, thread + 1, thread + 2);
    q[thread].id = thread;
    q[thread].colour = float3(1, 0, thread);
}
