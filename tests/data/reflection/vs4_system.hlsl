struct Out { float4 p : SV_Position; float c[2] : SV_ClipDistance; float k : SV_CullDistance; nointerpolation uint id : ID; noperspective float3 n : N; centroid float2 m : M; };
Out main(uint v : SV_VertexID, uint i : SV_InstanceID, float4 p : P, int4 w : W) { Out o; o.p = p; o.c[0] = v; o.c[1] = i; o.k = p.x; o.id = i + w.y; o.n = p.xyz; o.m = p.xy; return o; }
