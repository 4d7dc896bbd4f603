RWTexture2D<uint> hits; RWBuffer<float> b;
struct I { float4 p : SV_Position; centroid float3 n : Normal0; noperspective float w : w; uint rt : SV_RenderTargetArrayIndex; uint vp : SV_ViewportArrayIndex; uint prim : SV_PrimitiveID; };
[earlydepthstencil] void main(I i, uint inner : SV_InnerCoverage) { InterlockedAdd(hits[i.p.xy], i.rt + inner); b[i.vp] = i.n.z + i.w + i.prim; }
