// What stands around the assembled shaders of forms.shader_test.
struct corner
{
    float4 a : A;
    float4 b[2] : B;
};

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.a = float4(id, 10 * id, 100 * id, 1);
    o.b[0] = 0.25 + id;
    o.b[1] = 0.5 + id;
    return o;
}

struct pixel
{
    float4 pos : SV_Position;
    float4 a : X;
    float4 b : Y;
};

float4 ps_a(pixel p) : SV_Target { return p.a; }
float4 ps_b(pixel p) : SV_Target { return p.b; }
