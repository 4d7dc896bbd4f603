// The vertex shader makes all geometry from numbers: instance 0 is the floor, instance n the sphere n - 1.
#include "scene_common.hlsli"

static const uint slices = 64, stacks = 32;

float4 project(float3 world)
{
    const float3 forward = normalize(target.xyz - eye.xyz);
    const float3 right = normalize(cross(float3(0, 1, 0), forward));
    const float3 up = cross(forward, right);
    const float3 from_eye = world - eye.xyz;
    const float3 view = float3(dot(from_eye, right), dot(from_eye, up), dot(from_eye, forward));
    const float near = 0.1, far = 100;
    return float4(view.x * eye.w / target.w, view.y * eye.w, (view.z - near) * far / (far - near), view.z);
}

Vertex main(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    // Two triangles for each cell of a grid.
    static const uint2 corners[6] = {uint2(0, 0), uint2(0, 1), uint2(1, 0), uint2(1, 0), uint2(0, 1), uint2(1, 1)};
    const uint2 corner = corners[vertex % 6];
    const uint cell = vertex / 6;

    Vertex result;
    result.object = instance;
    if (instance == 0)
    {
        // Only the first cell is a floor; the others collapse.
        const float2 at = (float2(corner) * 2 - 1) * 40;
        result.world = cell == 0 ? float3(at.x, 0, at.y) : 0;
        result.normal = float3(0, 1, 0);
        result.uv = at * 0.5;
    }
    else
    {
        const float4 sphere = spheres[instance - 1];
        const float2 grid = (float2(cell % slices, cell / slices) + float2(corner)) / float2(slices, stacks);
        float2 around, over;
        sincos(grid.x * 6.2831853, around.x, around.y);
        sincos(grid.y * 3.1415927, over.x, over.y);
        result.normal = float3(around.y * over.x, over.y, around.x * over.x);
        result.world = sphere.xyz + result.normal * sphere.w;
        result.uv = grid * float2(4, 2);
    }
    result.position = project(result.world);
    return result;
}
