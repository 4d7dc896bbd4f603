struct varyings
{
    float4 pos : SV_Position;
    nointerpolation uint2 ids : IDS;
    float w : W;
};

varyings vs(float4 position : POSITION, uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    varyings v;
    // each instance draws a column of its own; w differs by vertex
    v.pos = float4(position.x * 0.5 + instance - 0.5, position.yzw);
    v.pos.xyz *= v.pos.w;
    v.ids = uint2(vertex, instance);
    v.w = v.pos.w;
    return v;
}

float4 ps(varyings v, uint primitive : SV_PrimitiveID, bool front : SV_IsFrontFace) : SV_Target
{
    // SV_Position.w is the interpolated clip w: perspective-correct like the varying
    return float4(v.ids.x + 10 * v.ids.y + 100 * primitive, front, v.pos.w, v.w);
}

float4 ps_position(float4 pos : SV_Position) : SV_Target { return pos; }
