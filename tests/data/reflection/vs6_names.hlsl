namespace game { struct Bone { float4x3 m; }; cbuffer skin { Bone bones[8]; float weight; }; Buffer<float4> extra; }
enum Mode : uint { first, second }; cbuffer modes { Mode mode; Mode more[2]; int after; };
struct Empty {}; struct Holder { Empty e; float x; }; cbuffer holders { Holder held; };
struct In { float3 p : Position; uint4 b : blendIndices0; float4 w : BlendWeight; float2 a : tex7; float b1 : tex8; };
struct Out { precise float4 p : sv_position; float3 c : colour; float4 d : Colour1; };
Out main(In i) { Out o; float3 p = 0; [loop] for (int k = 0; k < 4; ++k) p += mul(float4(i.p, 1), bones[i.b[k]].m) * i.w[k]; o.p = float4(p, weight + mode + more[1] + held.x + after); o.c = game::extra[0].xyz + i.a.x; o.d = i.b1; return o; }
