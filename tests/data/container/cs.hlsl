// cs_5_0: no signature elements; a typed UAV that is read, a raw buffer, a structured buffer.
RWTexture2D<uint> image : register(u1);
ByteAddressBuffer raw : register(t2);
struct S { float4 v; };
RWStructuredBuffer<S> list : register(u3);
[numthreads(8, 4, 2)]
void main(uint3 id : SV_DispatchThreadID)
{
    image[id.xy] = image[id.yx] + raw.Load(id.x * 4);
    list[list.IncrementCounter()].v = id.x;
}
