struct V {
    float4 position : SV_Position;
    nointerpolation float x : X;
};

V vs(float2 position : POSITION, float x : X) {
    V v;
    v.position = float4(position, 0, 1);
    v.x = x;
    return v;
}

float4 ps(V v, float3 at : SV_Barycentrics, noperspective float3 flat_ : SV_Barycentrics1) : SV_Target {
    return float4(at.x, flat_.y, GetAttributeAtVertex(v.x, 1), GetAttributeAtVertex(v.x, 2));
}
