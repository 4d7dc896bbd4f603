// Sunlight with soft shadows, contact shadows, a textured floor and one bounce of mirror reflection.
#include "scene_common.hlsli"

Texture2D tiles : register(t0);
SamplerState trilinear : register(s0);

float3 sky(float3 direction)
{
    const float height = saturate(direction.y);
    const float3 colour = lerp(float3(0.80, 0.88, 0.95), float3(0.18, 0.38, 0.72), pow(height, 0.45));
    const float glow = saturate(dot(direction, sun.xyz));
    return colour + sun_colour.rgb * (0.25 * pow(glow, 24) + 4 * pow(glow, 1200));
}

// How much of the sun is left: each sphere covers it by how close the ray comes to its edge.
float shadow(float3 from, uint self)
{
    float light = 1;
    [loop] for (uint i = 0; i < SPHERES; ++i)
    {
        if (i + 1 == self)
            continue;
        const float3 to_centre = spheres[i].xyz - from;
        const float along = dot(to_centre, sun.xyz);
        if (along <= 0)
            continue;
        const float distance = sqrt(max(dot(to_centre, to_centre) - along * along, 0));
        const float softness = 0.02 + 0.06 * along;
        light = min(light, smoothstep(-softness, softness, distance - spheres[i].w));
    }
    return light;
}

// Solid angle of the spheres above a surface, as darkness.
float occlusion(float3 from, float3 normal, uint self)
{
    float open = 1;
    [loop] for (uint i = 0; i < SPHERES; ++i)
    {
        const float3 to_centre = spheres[i].xyz - from;
        const float squared = dot(to_centre, to_centre);
        const float facing = saturate(dot(normal, to_centre) * rsqrt(squared));
        const float cover = spheres[i].w * spheres[i].w / squared;
        open *= i + 1 == self ? 1 : 1 - facing * saturate(cover);
    }
    return open;
}

float3 floor_colour(float3 at, float lod)
{
    return tiles.SampleLevel(trilinear, at.xz * 0.5, lod).rgb;
}

float3 lit(float3 albedo, float3 at, float3 normal, uint self)
{
    const float direct = saturate(dot(normal, sun.xyz)) * shadow(at, self);
    const float3 ambient = lerp(float3(0.22, 0.19, 0.16), float3(0.42, 0.50, 0.62), normal.y * 0.5 + 0.5);
    return albedo * (sun_colour.rgb * direct + ambient * occlusion(at, normal, self));
}

// What a reflected ray meets: another sphere, the floor or the sky.
float3 trace(float3 from, float3 direction, uint self)
{
    float nearest = 1e4;
    uint hit = 0;
    [loop] for (uint i = 0; i < SPHERES; ++i)
    {
        if (i + 1 == self)
            continue;
        const float3 to_centre = spheres[i].xyz - from;
        const float along = dot(to_centre, direction);
        const float inside = spheres[i].w * spheres[i].w - dot(to_centre, to_centre) + along * along;
        if (inside <= 0)
            continue;
        const float distance = along - sqrt(inside);
        if (distance > 0 && distance < nearest)
        {
            nearest = distance;
            hit = i + 1;
        }
    }
    float3 colour = sky(direction);
    if (hit > 0)
    {
        const float3 at = from + direction * nearest;
        const float3 normal = (at - spheres[hit - 1].xyz) / spheres[hit - 1].w;
        const float3 mirror = sky(reflect(direction, normal));
        colour = lerp(lit(colours[hit - 1].rgb, at, normal, hit), mirror, colours[hit - 1].w * 0.8);
    }
    else if (direction.y < -0.001)
    {
        const float distance = from.y / -direction.y;
        const float3 at = from + direction * distance;
        const float3 ground = lit(floor_colour(at, log2(1 + distance)), at, float3(0, 1, 0), 0);
        colour = lerp(ground, sky(float3(direction.x, 0, direction.z)), saturate(distance / 40));
    }
    return colour;
}

float4 main(Vertex vertex) : SV_Target
{
    const float3 normal = normalize(vertex.normal);
    const float3 from_eye = vertex.world - eye.xyz;
    const float3 view = normalize(from_eye);

    const float3 texel = tiles.Sample(trilinear, vertex.uv).rgb;
    float3 albedo = texel;
    float mirror = 0.04;
    if (vertex.object > 0)
    {
        const float4 colour = colours[vertex.object - 1];
        albedo = colour.rgb * (0.55 + 0.75 * texel.g);
        mirror = colour.w;
    }

    float3 colour = lit(albedo, vertex.world, normal, vertex.object);
    const float fresnel = mirror + (1 - mirror) * pow(1 - saturate(-dot(view, normal)), 5);
    const float3 bounce = reflect(view, normal);
    colour = lerp(colour, trace(vertex.world, bounce, vertex.object), fresnel);
    const float highlight = pow(saturate(dot(bounce, sun.xyz)), 90) * shadow(vertex.world, vertex.object);
    colour += sun_colour.rgb * highlight * (vertex.object > 0 ? 0.6 : 0.15);

    const float haze = saturate(length(from_eye) / 40);
    colour = lerp(colour, sky(float3(view.x, 0, view.z)), haze * haze);
    colour = 1 - exp(-0.85 * colour);
    return float4(pow(max(colour, 0), 1 / 2.2), 1);
}
