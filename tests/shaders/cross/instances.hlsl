struct Corner {
    float4 position : SV_Position;
    nointerpolation uint instance : INSTANCE;
    nointerpolation float2 numbers : NUMBERS;
};

Corner vs(uint vertex : SV_VertexID, uint instance : SV_InstanceID) {
    static const float2 corners[6] = {float2(0, 0), float2(0, 1), float2(1, 0), float2(1, 0), float2(0, 1), float2(1, 1)};
    Corner c;
    c.position = float4(corners[vertex] * float2(1, 2) - 1 + float2(instance, 0), 0, 1);
    c.instance = instance;
    c.numbers = float2(vertex >= 3 ? 3 : 3, 10);
    return c;
}

float4 ps(Corner c) : SV_Target {
    return float4(c.instance, c.numbers, 1);
}
