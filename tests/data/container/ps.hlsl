// ps_5_0: targets, depth and coverage, which have no register of their own or no system value in the container.
struct Output { float4 colour : SV_Target1; float depth : SV_DepthLessEqual; uint coverage : SV_Coverage; };
Texture2D t; SamplerState s;
Output main(linear noperspective centroid float4 position : SV_Position, float3 uv : Texcoord, bool front : SV_IsFrontFace)
{
    Output o;
    o.colour = t.Sample(s, uv.xz);
    o.depth = position.z;
    o.coverage = front ? 1 : 3;
    return o;
}
