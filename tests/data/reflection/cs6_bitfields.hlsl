struct Bits { uint a : 3; uint b : 7; int c : 20; float after; };
template <typename T> struct Box { T value; float2 more; };
StructuredBuffer<Bits> bits; RWStructuredBuffer<Box<float3> > boxes; ConstantBuffer<Box<uint2> > one; cbuffer two { Box<Box<int> > nested; Bits cbits; };
[numthreads(1, 1, 1)] void main() { Bits b = bits[0]; Box<float3> r; r.value = b.a + one.value.y + nested.value.value; r.more = b.c + nested.more + cbits.b; boxes[0] = r; }
