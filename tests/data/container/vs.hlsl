// vs_4_0: an array input, an output that is never written whole.
struct Input { float4 position : POSITION; float2 uv[2] : TEXCOORD3; uint id : SV_VertexID; };
struct Output { float4 position : SV_Position; float2 uv : TEXCOORD0; nointerpolation uint id : ID7; };
Output main(Input i)
{
    Output o;
    o.position = i.position;
    o.uv = i.uv[0].xx + i.uv[1].y;
    o.id = i.id;
    return o;
}
