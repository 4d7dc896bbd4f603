float a : register(c0);

float4 main(out float depth : SV_DepthGreaterEqual) : SV_Target {
    depth = a;
    return float4(1, 2, 3, 4);
}
