float4x4 m : register(c0);
float4 v : register(c4);

float4 main() : SV_Target {
    return mul(m, v) + 1000.0 * mul(v, m);
}
