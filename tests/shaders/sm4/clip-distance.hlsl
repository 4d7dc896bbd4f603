cbuffer params : register(b0) { float4 p; };
struct varyings
{
    float4 pos : SV_Position;
    float2 clip : SV_ClipDistance0;
    float cull : SV_CullDistance0;
    float clip1 : SV_ClipDistance1;
    float value : V;
};

varyings vs(float2 position : POSITION)
{
    varyings v;
    v.pos = float4(position, 0, 1);
    v.clip = float2(position.x + p.x, 1);
    v.clip1 = position.y + p.y;
    v.cull = p.z;
    v.value = 2;
    return v;
}

float4 ps(varyings v) : SV_Target { return float4(v.value, v.clip.x, v.clip1, v.cull); }
