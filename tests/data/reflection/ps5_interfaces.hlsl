interface IShade { float4 shade(float4 c); }; interface IPick { uint pick(uint n); };
class Plain : IShade { float4 tint; float4 shade(float4 c) { return c * tint; } }; class Twice : IShade { float4 add; float scale; float4 shade(float4 c) { return c * scale + add; } };
class Even : IPick { uint step; uint pick(uint n) { return n * 2 + step; } }; class Odd : IPick { uint step; uint pick(uint n) { return n + step; } };
IShade first[2]; IShade second; IPick third[3]; IPick fourth;
cbuffer Instances { Plain plain; Twice twice[2]; Even even; Odd odd; uint which; };
float4 main(float4 c : C, uint n : N) : SV_Target { return first[0].shade(c) + first[1].shade(c) + second.shade(c) + third[which].pick(n) + fourth.pick(n); }
