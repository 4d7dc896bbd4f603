// vs_2_0
float4x4 world_view_projection;
float4x3 bones[20];
float3 light_direction;
float4 ambient = float4(0.1, 0.2, 0.3, 1);
struct Material { float4 diffuse; float power; } material;
int count;
bool two_sided;

void main(float4 position : POSITION, float3 normal : NORMAL, float4 weights : BLENDWEIGHT, int4 indices : BLENDINDICES,
          float2 uv : TEXCOORD0, out float4 o_position : POSITION, out float4 o_color : COLOR0,
          out float2 o_uv : TEXCOORD0, out float o_fog : FOG)
{
    float3 p = 0, n = 0;
    for (int i = 0; i < count; ++i)
    {
        p += mul(position, bones[indices[0] + i]) * weights.x;
        n += mul(normal, (float3x3)bones[indices[0] + i]) * weights.x;
    }
    if (two_sided)
        n = -n;
    o_position = mul(float4(p, 1), world_view_projection);
    float l = max(dot(normalize(n), light_direction), 0);
    o_color = ambient + material.diffuse * pow(l, material.power);
    o_uv = uv;
    o_fog = o_position.z / o_position.w;
}
