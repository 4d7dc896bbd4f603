float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(refract(a.xyz, b.xyz, 1.0).xy, faceforward(b.xyz, a.xyz, b.xyz).y, faceforward(b.xyz, c.xyz, b.xyz).y);
}
