struct P { uint a; float4 b; }; ConstantBuffer<P> p; 
[numthreads(16, 4, 1)] void main(uint3 id : SV_DispatchThreadID) { RWStructuredBuffer<float4> o = ResourceDescriptorHeap[p.a]; Texture2D<float4> t = ResourceDescriptorHeap[p.a + 1]; SamplerState s = SamplerDescriptorHeap[id.y]; o[id.x] = t.SampleLevel(s, p.b.xy, 0); }
