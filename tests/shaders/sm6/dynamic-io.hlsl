uint4 a : register(c0);

struct V {
    float4 position : SV_Position;
    nointerpolation float x[3] : X;
};

V vs(uint id : SV_VertexID) {
    V v;
    v.position = float4(id == 2 ? 3 : -1, id == 1 ? 3 : -1, 0, 1);
    v.x[0] = 10;
    v.x[1] = v.x[2] = 30;
    v.x[min(a.x, 1)] = 20;
    return v;
}

float4 ps(V v) : SV_Target {
    return float4(v.x[a.y], v.x[0], v.x[1], v.x[2]);
}
