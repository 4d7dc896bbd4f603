Buffer<float4> typed; Buffer<uint2> integers; Texture1D t1; Texture1DArray<float2> t1a; Texture2DArray t2a : register(t9);
Texture2DMS<float4, 4> ms; Texture2D<int4> ints; Texture2D<unorm float4> un; Texture2D<snorm float2> sn; Texture2D arr[3];
SamplerState s; SamplerComparisonState cmp : register(s5);
tbuffer Big { float4 data[8]; int4 more; }
float4 main(float4 p : SV_Position, nointerpolation int k : K, uint id : SV_PrimitiveID, bool front : SV_IsFrontFace) : SV_Target {
    float4 c = typed[id] + integers[id].xyxy + t1.Sample(s, p.x) + t1a.Sample(s, p.xy).xyxy + t2a.Sample(s, p.xyz);
    c += ms.Load(p.xy, 2) + ints.Load(int3(k, 0, 0)) + un.Sample(s, p.xy) + sn.Sample(s, p.xy).xyxy + arr[0].Sample(s, p.xy) + arr[2].SampleCmp(cmp, p.xy, p.z).x;
    return front ? c + data[k] : c + more;
}
