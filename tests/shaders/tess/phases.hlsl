// What a patch function can be made of: control points that come in and those that go out, loops over factors, returns in
// the middle, values that follow from others.
cbuffer params : register(b0)
{
    uint count, pick;
    float scale;
    float limit;
};

struct corner
{
    float4 at : AT;
    float4 more[3] : MORE;
};

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.at = float4(id & 1, id >> 1 & 1, id, 1);
    o.more[0] = 10 + id;
    o.more[1] = 20 + id;
    o.more[2] = 30 + id;
    return o;
}

struct made
{
    float4 at : AT;
    uint id : ID;
    float3 picked : PICKED;
    float rows[4] : ROWS;
};

struct constants
{
    float edges[4] : SV_TessFactor;
    float insides[2] : SV_InsideTessFactor;
    float4 a : A;
    float4 b : B;
    float4 c[2] : C;
};

constants patch(InputPatch<corner, 4> p, OutputPatch<made, 4> q, uint primitive : SV_PrimitiveID)
{
    constants o;
    [unroll] for (uint i = 0; i < 4; ++i)
        o.edges[i] = min(count, 3) + i;
    o.insides[0] = (o.edges[0] + o.edges[2]) / 2;
    o.insides[1] = (o.edges[1] + o.edges[3]) / 2;
    // Control points under computed indices, in and out.
    o.a = float4(p[pick].at.z, p[pick].more[pick % 3].x, q[pick].at.z, q[3 - pick].picked.y);
    o.b = float4(q[pick].id, q[pick].rows[pick], 0, 0);
    o.c[0] = primitive;
    o.c[1] = 0;
    if (scale < 0)
    {
        o.c[1] = -scale;
        return o;
    }
    for (uint k = 0; k < count; ++k)
        o.c[1] += float4(q[k % 4].picked, p[k % 4].at.z);
    return o;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch")]
[maxtessfactor(4.0)]
made hs(InputPatch<corner, 4> p, uint i : SV_OutputControlPointID, uint primitive : SV_PrimitiveID)
{
    made o;
    o.at = p[i].at;
    o.at.z = p[(i + 1) % 4].at.z * 100 + primitive;
    o.id = i * i;
    o.picked = float3(p[pick].more[(i + pick) % 3].x, i, 0.5);
    o.rows[0] = o.rows[1] = o.rows[2] = o.rows[3] = 0;
    if (i == 2)
    {
        o.rows[1] = 5;
        return o;
    }
    o.rows[0] = i + 1;
    o.rows[3] = scale;
    return o;
}

struct pixel
{
    float4 pos : SV_Position;
    float4 a : A;
    float4 b : B;
    float4 c : C;
    float4 d : D;
};

[domain("quad")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<made, 4> q)
{
    pixel o;
    o.pos = float4(uv.x * 2 - 1, 1 - uv.y * 2, 0, 1);
    o.a = c.a;
    o.b = c.b + float4(0, 0, q[pick].rows[pick], q[3].at.x);
    o.c = c.c[1] + c.c[0];
    o.d = float4(c.edges[0], c.edges[3], c.insides[0], c.insides[1]);
    return o;
}

float4 ps_a(pixel p) : SV_Target { return p.a; }
float4 ps_b(pixel p) : SV_Target { return p.b; }
float4 ps_c(pixel p) : SV_Target { return p.c; }
float4 ps_d(pixel p) : SV_Target { return p.d; }
