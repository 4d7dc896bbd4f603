// profiles: ps_5_0
struct O { float4 c : SV_Target1; float d : SV_DepthGreaterEqual; uint s : SV_StencilRef; };
O main(linear noperspective centroid float4 p : SV_Position, uint prim : SV_PrimitiveID, uint inner : SV_InnerCoverage, uint l : SV_RenderTargetArrayIndex, uint v : SV_ViewportArrayIndex) { O o; o.c = p + prim + l + v + inner; precise float x = p.x * p.y + p.z; o.d = x; o.s = prim & 255; return o; }
