struct V {
    float4 position : SV_Position;
    nointerpolation float4 x : X;
};

V vs(uint id : SV_VertexID, uint number : SV_InstanceID, int first : SV_StartVertexLocation, uint instance : SV_StartInstanceLocation) {
    V v;
    v.position = float4(id == 2 ? 3 : -1, id == 1 ? 3 : -1, 0, 1);
    v.x = float4(first, instance, number, 3);
    return v;
}

float4 ps(V v) : SV_Target { return v.x; }
