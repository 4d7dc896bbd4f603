// Keeps the upper half of what it draws.
void vs(float4 p : POSITION, out float4 pos : SV_Position, out float2 clip : SV_ClipDistance1)
{
    pos = p;
    clip = float2(p.y, 1);
}

float4 ps() : SV_Target { return 1; }
