struct Corner {
    float4 position : SV_Position;
    float4 clip : SV_ClipDistance0;
};

Corner vs(float2 position : POSITION) {
    Corner c;
    c.position = float4(position, 0, 1);
    c.clip = float4(position.x, 1, 1, 1);
    return c;
}

float4 ps(float4 position : SV_Position) : SV_Target {
    return float4(1, 2, 3, 4);
}
