cbuffer Frame : register(b1, space2) {
    row_major float4x4 view_projection;
    float4 offsets[3];
    uint mode;
};

struct Input {
    float3 position : POSITION;
    float2x3 basis : BASIS3;
    uint2 packed : PACKED;
    uint vertex : SV_VertexID;
};

struct Output {
    float4 position : SV_Position;
    float2 clip : SV_ClipDistance0;
    float2 uv[2] : TEXCOORD1;
    nointerpolation int tag : TAG;
    noperspective centroid float3 normal : NORMAL;
};

Output main(Input input) {
    Output o;
    o.position = mul(view_projection, float4(input.position, 1));
    o.clip = float2(o.position.x, dot(o.position, offsets[input.vertex % 3]));
    o.uv[0] = input.position.xy;
    o.uv[1] = input.basis[1].zy;
    switch (mode) {
    case 0: o.tag = 7; break;
    case 1: o.tag = (int)input.packed.x;
    case 5: o.tag += (int)input.packed.y; break;
    default: o.tag = -1; break;
    }
    o.normal = normalize(input.basis[0]);
    return o;
}
