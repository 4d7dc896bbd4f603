struct V { float4 p : SV_Position; float2 uv : UV; uint layer : SV_RenderTargetArrayIndex; };
float size; 
[maxvertexcount(4)] void main(point float4 i[1] : POS, uint id : SV_PrimitiveID, inout TriangleStream<V> s) {
    for (uint k = 0; k < 4; ++k) { V v; v.uv = float2(k & 1, k >> 1); v.p = i[0] + size * v.uv.xyxx; v.layer = id; s.Append(v); }
}
