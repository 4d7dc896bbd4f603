float4 main(float4 pos : SV_Position, out uint reference : SV_StencilRef) : SV_Target
{
    reference = (uint)pos.x;
    return 1;
}
