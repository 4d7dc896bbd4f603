cbuffer params : register(b0)
{
    float4 c[4];
    int4 pick;
    float2 pair;
    float lone;
    row_major float2x2 m;
};

static const int4 table[4] = {{1, 2, 3, 4}, {10, 20, 30, 40}, {-1, -1, -1, -1}, {7, 7, 7, 7}};

float4 vs(float2 position : POSITION, out float4 a : A, out float4 b : B) : SV_Position
{
    a = c[pick.x] + table[pick.y];
    b = float4(mul(m, pair), lone, c[pick.z + pick.x].w);
    return float4(position, 0, 1);
}

struct targets { float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3; };

targets ps(float4 pos : SV_Position, float4 a : A, float4 b : B)
{
    targets t;
    t.t0 = a;
    t.t1 = b;
    uint n = (uint)pos.x;
    t.t2 = c[n];
    float4 local[4];
    [unroll] for (uint i = 0; i < 4; ++i)
        local[i] = i;
    local[n].y = 50;
    local[pick.z] += 100;
    t.t3 = local[table[n].x & 3] + table[3 - n];
    return t;
}
