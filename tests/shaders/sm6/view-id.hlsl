struct V {
    float4 position : SV_Position;
    nointerpolation float x : X;
};

V vs(uint id : SV_VertexID, uint view : SV_ViewID) {
    V v;
    v.position = float4(id == 2 ? 3 : -1, id == 1 ? 3 : -1, 0, 1);
    v.x = view * 10;
    return v;
}

float4 ps(V v, uint view : SV_ViewID) : SV_Target { return float4(view, v.x, 5, 1); }
