min16float4 main(min16float2 uv : TEXCOORD, min16int k : INDEX, min16uint u : UNSIGNED) : SV_Target {
    return min16float4(uv * (min16float)k, (min16float)u, 1);
}
