RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
struct Payload { float3 colour; uint depth; };

export float4 shade(float4 c, uint k) { return k ? c * 2 : sin(c); }

[shader("raygeneration")] void generate() {
    Payload p = { float3(0, 0, 0), 0 };
    RayDesc r = { float3(DispatchRaysIndex()), 0, float3(0, 0, 1), 1000 };
    TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 1, 0, r, p);
    image[DispatchRaysIndex().xy] = shade(float4(p.colour, 1), p.depth);
}

[shader("miss")] void sky(inout Payload p) { p.colour = float3(0.5, 0.5, 1); }

[shader("closesthit")] void hit(inout Payload p, BuiltInTriangleIntersectionAttributes a) {
    p.colour = float3(a.barycentrics, RayTCurrent());
    ++p.depth;
}
