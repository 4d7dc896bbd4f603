RaytracingAccelerationStructure scene : register(t0);
RWBuffer<float> o : register(u1);

float sum(float3x4 m) { return m[0][0] + m[1][2] + m[2][3]; }

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    RayDesc ray;
    ray.Origin = float3(id);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.5;
    ray.TMax = 100;
    RayQuery<RAY_FLAG_CULL_NON_OPAQUE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    float r = 0;
    while (q.Proceed()) {
        if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) {
            r += sum(q.CandidateObjectToWorld3x4()) + sum(q.CandidateWorldToObject3x4());
            r += q.CandidateTriangleFrontFace() + q.CandidateTriangleBarycentrics().y + q.CandidateTriangleRayT();
            r += q.CandidateInstanceIndex() + q.CandidateInstanceID() + q.CandidateGeometryIndex() + q.CandidatePrimitiveIndex();
            r += q.CandidateObjectRayOrigin().x + q.CandidateObjectRayDirection().y + q.CandidateInstanceContributionToHitGroupIndex();
            q.CommitNonOpaqueTriangleHit();
        } else {
            r += q.CandidateProceduralPrimitiveNonOpaque();
            q.CommitProceduralPrimitiveHit(r);
            if (r > 100)
                q.Abort();
        }
    }
    if (q.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
        r += sum(q.CommittedObjectToWorld3x4()) + sum(q.CommittedWorldToObject3x4());
        r += q.CommittedTriangleFrontFace() + q.CommittedTriangleBarycentrics().x + q.CommittedRayT();
        r += q.CommittedInstanceIndex() + q.CommittedInstanceID() + q.CommittedGeometryIndex() + q.CommittedPrimitiveIndex();
        r += q.CommittedObjectRayOrigin().z + q.CommittedObjectRayDirection().x + q.CommittedInstanceContributionToHitGroupIndex();
    }
    r += q.RayFlags() + q.WorldRayOrigin().x + q.WorldRayDirection().y + q.RayTMin();
    o[0] = r;
}
