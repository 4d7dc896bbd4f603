interface shade { float4 colour(float2 t); };
class plain : shade { float4 base; float4 colour(float2 t) { return base; } };
class striped : shade { float4 base; float width; float4 colour(float2 t) { return frac(t.x * width) < 0.5 ? base : 1; } };
shade which[2];
cbuffer objects : register(b0) { plain p; striped s; uint n; };
float4 ps(float2 t : TEXCOORD) : SV_Target { return which[n].colour(t) + which[0].colour(t.yx); }
