// Direct3D 9: bends a flat grid into three interlocked rings. The vertex buffer holds the grid only.
float4 eye : register(c0);    // w: 1 / tan(half the vertical field of view)
float4 target : register(c1); // w: width / height
float4 rings[3] : register(c2);  // centre, and the turn of each ring
float4 which : register(c6);   // x: number of the ring

struct Output
{
    float4 position : POSITION;
    float3 world : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float2 uv : TEXCOORD2;
    float3 tint : COLOR0;
};

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

float3 turn(float3 at, float angle)
{
    float s, c;
    sincos(angle, s, c);
    return float3(at.x, c * at.y - s * at.z, s * at.y + c * at.z);
}

Output main(float2 grid : POSITION)
{
    const float4 ring = rings[(int)which.x];
    float around_s, around_c, tube_s, tube_c;
    sincos(grid.x * 6.2831853 - 3.1415927, around_s, around_c);
    sincos(grid.y * 6.2831853 - 3.1415927, tube_s, tube_c);
    const float3 outward = float3(around_c, around_s, 0);
    const float3 normal = outward * tube_c + float3(0, 0, tube_s);

    Output result;
    result.normal = turn(normal, ring.w);
    result.world = turn(outward * 1.25 + normal * 0.34, ring.w) + ring.xyz;
    result.position = project(result.world);
    result.uv = grid * float2(10, 3);
    result.tint = 0.5 + 0.5 * cos(ring.x * 1.7 + float3(0.2, 2.2, 4.4));
    return result;
}
