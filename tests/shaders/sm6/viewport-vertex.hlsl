struct V {
    float4 position : SV_Position;
    uint viewport : SV_ViewportArrayIndex;
    uint layer : SV_RenderTargetArrayIndex;
    nointerpolation uint x : X;
};

V vs(uint id : SV_VertexID, uint instance : SV_InstanceID) {
    V v;
    v.position = float4(id == 2 ? 3 : -1, id == 1 ? 3 : -1, 0, 1);
    v.viewport = v.layer = v.x = instance;
    return v;
}

float4 ps(V v) : SV_Target { return float4(v.viewport, v.layer, v.x, 1); }
