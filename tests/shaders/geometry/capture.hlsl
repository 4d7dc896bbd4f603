// Stream output without a geometry shader: floats, integers, a built-in vector and two built-in arrays.
struct Output
{
    float4 position : SV_Position;
    float4 a : A;
    float2 b : B;
    uint3 c : C;
    int d : D;
    float3 clip : SV_ClipDistance0;
    float more : SV_ClipDistance1;
    float cull : SV_CullDistance;
};

#ifdef PIXEL
float4 main(float4 position : SV_Position, float4 a : A, float2 b : B) : SV_Target
{
    return float4(a.w, b, 1);
}
#else
Output main(uint id : SV_VertexID)
{
    Output o;
    const float n = id * 100;
    o.position = float4(id == 2 ? 3 : -1, id == 1 ? 3 : -1, 0.5, 1);
    o.a = float4(1, 2, 3, 4) + n;
    o.b = float2(5, 6) + n;
    o.c = uint3(7, 8, 9) + id * 100;
    o.d = -10 - int(id);
    o.clip = float3(11, 12, 13) + n;
    o.more = 14 + n;
    o.cull = 15 + n;
    return o;
}
#endif
