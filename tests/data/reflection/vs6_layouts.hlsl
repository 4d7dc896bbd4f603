struct Deep { float2 a; row_major float3x2 m; float tail; };
struct Base { int kind; float3 where; };
struct Derived : Base { Deep deep[3]; uint2 last; };
cbuffer Frame : register(b2) { float4x4 view; row_major float4x4 proj; column_major float2x3 uv[2]; bool on; bool4 mask; uint u; uint3 uuu; int i[3]; float arr[4][2]; float2 pad : packoffset(c40.z); };
cbuffer Objects { Derived object; Derived list[2]; Deep unused; int4x4 im; uint2x2 um; bool3x2 bm; };
cbuffer NotUsed { float4 nothing; };
tbuffer Lookup : register(t7) { float4 rows[16]; Deep texture_deep; int3 t3; };
float global_scale = 2; static const float4 fixed_values[3] = { 1..xxxx, 2..xxxx, 3..xxxx }; int3 global_ints[2]; row_major float3x3 normals;
struct Out { float4 p : SV_Position; float2 t[3] : TEX2; nointerpolation uint id : ID; float clip[2] : SV_ClipDistance; };
Out main(float3 position : position, float4 colour[2] : COLOR3, uint v : SV_VertexID, uint inst : SV_InstanceID, row_major float3x4 world : WORLD) {
    Out o; o.p = mul(proj, mul(view, float4(mul(world, float4(position, 1)), 1))) * global_scale + fixed_values[v % 3];
    o.t[0] = mul(float3(arr[2][1], 1, 2), object.deep[1].m) + pad; o.t[1] = list[1].where.xy + global_ints[1].xy + colour[1].xy; o.t[2] = mul(normals, float3(uv[1][0][0], i[2], u)).xy + rows[v & 15].xy + t3.yz;
    o.id = v + inst + list[0].kind + (on ? 1 : 0) + mask.z + bm[2][1] + um[1][0] + im[3][2]; o.clip[0] = o.p.x; o.clip[1] = texture_deep.tail + object.last.y; return o;
}
