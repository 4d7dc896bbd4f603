struct varyings { float4 pos : SV_Position; uint layer : SV_RenderTargetArrayIndex; };
varyings vs(float4 position : POSITION, uint instance : SV_InstanceID)
{
    varyings v;
    v.pos = position;
    v.layer = 2 - instance;
    return v;
}
float4 ps(float4 pos : SV_Position, uint layer : SV_RenderTargetArrayIndex) : SV_Target { return layer + 10; }

struct viewed { float4 pos : SV_Position; uint viewport : SV_ViewportArrayIndex; };
viewed vs_viewport(float4 position : POSITION, uint instance : SV_InstanceID)
{
    viewed v;
    v.pos = position;
    v.viewport = instance;
    return v;
}
float4 ps_viewport(float4 pos : SV_Position, uint viewport : SV_ViewportArrayIndex) : SV_Target { return viewport + 1; }
