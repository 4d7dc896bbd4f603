float4 a : register(c0), b : register(c1), c : register(c2);

float4 main(out float depth : SV_Depth) : SV_Target {
    depth = a.x * 0.5;
    return b;
}
