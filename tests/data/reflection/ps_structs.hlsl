struct Light { float3 position; float radius; float4 colour; };
struct Material { float4 diffuse; float shininess; int2 flags; };
struct Nested { Light lights[2]; Material material; float tail; };
cbuffer Scene { Nested scene; Light sun; float3 ambient; uint count; }
float4 main(float3 p : TEXCOORD) : SV_Target {
    float4 c = scene.material.diffuse * sun.colour + ambient.xyzz;
    for (uint i = 0; i < 2; ++i) c += scene.lights[i].colour / (scene.lights[i].radius + dot(p, scene.lights[i].position));
    return c * scene.tail;
}
