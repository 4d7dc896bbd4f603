void main(float4 p : POSITION, float2 t : TEXCOORD0, out float4 op : SV_Position, out float2 ot : TEXCOORD0) { op = p; ot = t; }
