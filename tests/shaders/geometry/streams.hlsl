// Four streams that share output registers and take different turns.
struct A
{
    float4 position : SV_Position;
    float2 ab : AB;
};
struct B
{
    float4 values : VALUES;
    uint count : COUNT;
};
struct C
{
    float3 values : VALUES; // the name that B has as well
    float3 more : MORE;
};
struct D
{
    float4 position : SV_Position;
};

struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
};

[maxvertexcount(7)]
void main(point Vertex v[1], inout PointStream<A> a, inout PointStream<B> b, inout PointStream<C> c,
          inout PointStream<D> d)
{
    const float n = v[0].number;
    A first = {v[0].position, float2(n, n + 0.5)};
    a.Append(first);
    for (uint i = 0; i < uint(n); ++i) {
        B second = {float4(n, i, 2, 3), i + 1};
        b.Append(second);
    }
    if (n > 0.5) {
        C third = {float3(n, 20, 30), float3(40, 50, n * 2)};
        c.Append(third);
        b.RestartStrip();
    } else {
        D fourth = {float4(n + 1, 2, 3, 4)};
        d.Append(fourth);
        d.Append(fourth);
    }
}

float4 pixel(A a) : SV_Target
{
    return float4(a.ab, 0, 1);
}
