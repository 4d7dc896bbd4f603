RWBuffer<uint> o : register(u1);

float4 vs(float2 position : POSITION) : SV_Position { return float4(position, 0, 1); }

float4 ps(float4 position : SV_Position) : SV_Target {
    uint helper = IsHelperLane();
    uint across = QuadReadAcrossX(helper);
    uint old;
    InterlockedAdd(o[0], 1, old);
    return float4(helper, across, WaveActiveAnyTrue(helper), WaveActiveCountBits(true) == WaveActiveCountBits(position.x < 1));
}
