float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return a * b + c;
}
