// profiles: ps_5_1, with -enable_unbounded_descriptor_tables
Texture2D<float4> textures[8] : register(t3, space3); SamplerState samplers[4] : register(s1, space4);
Buffer<float4> typed[4] : register(t0, space8); ByteAddressBuffer raw[] : register(t0, space7); cbuffer Choice : register(b0) { uint choice; };
float4 main(float3 uv : TEXCOORD) : SV_Target {
    return textures[choice].Sample(samplers[choice], uv.xy) + typed[choice][3] + asfloat(raw[choice].Load(0));
}
