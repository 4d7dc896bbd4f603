// Shared by both stages of the Direct3D 11 sample: the constants that scene.shader_test sets.
#define SPHERES 8

cbuffer Scene : register(b0)
{
    float4 eye;              // w: 1 / tan(half the vertical field of view)
    float4 target;           // w: width / height
    float4 sun;              // direction to the sun
    float4 sun_colour;
    float4 spheres[SPHERES]; // centre and radius
    float4 colours[SPHERES]; // w: how much of a mirror
};

struct Vertex
{
    float4 position : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
    nointerpolation uint object : OBJECT; // 0 is the floor
};
