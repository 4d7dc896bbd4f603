interface Shade { float4 get(float4 p); }; class Red : Shade { float4 k; float4 get(float4 p) { return p * k; } }; class Blue : Shade { float b; float4 get(float4 p) { return p.zyxw + b; } };
Shade shade; cbuffer C { Red red; Blue blue; float4 z; }
float4 main(float4 p : P) : SV_Position { return shade.get(p) + z; }
