RWBuffer<uint> o : register(u1);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = uint2(position.xy);
    uint old;
    InterlockedAdd(o[0], 1, old);
    o[1 + p.x + p.y * 4] = 100 + p.x + p.y * 4;
    return old < 8;
}
