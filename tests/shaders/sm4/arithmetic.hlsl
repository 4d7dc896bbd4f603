#include "rows.hlsli"

// asuint and asfloat of 4.0 shaders are fxc's own; 4.0 has no rcp
uint4 main(float4 pos : SV_Position) : SV_Target
{
    uint x = (uint)pos.x, y = (uint)pos.y;
    float4 a = asfloat(rows[3 * x]), b = asfloat(rows[3 * x + 1]), c = asfloat(rows[3 * x + 2]);
    float4 r = 0;
    [forcecase] switch (y)
    {
    case 0: r = a + b; break;
    case 1: r = a * b; break;
    case 2: r = a * b + c; break;
    case 3: r = a / b; break;
    case 4: r = dot(a.xy, b.zw); break;
    case 5: r = dot(a.xyz, b.yzw); break;
    case 6: r = dot(a, b.wzyx); break;
    case 7: r = min(a, b); break;
    case 8: r = max(a, b); break;
    case 9: r = saturate(a * c); break;
    case 10: r = frac(a); break;
    case 11: r = sqrt(a); break;
    case 12: r = rsqrt(a); break;
    case 13: r = exp2(a); break;
    case 14: r = log2(a); break;
    case 15: r = float4(round(a.x), floor(a.y), ceil(a.z), trunc(a.w)); break;
    case 16: r = a < b ? c : -c; break;
    case 17: r = abs(a) >= abs(b) ? 1 : 0; break;
    case 18: r = a == b ? 1 : 0; break;
    case 19: r = a != b ? 1 : 0; break;
    case 20: r = -abs(a) - b; break;
    }
    return canon(r);
}

float4 trigonometry(float4 pos : SV_Position) : SV_Target
{
    float4 a = asfloat(rows[(uint)pos.x]);
    float2 s, c;
    sincos(a.xy, s, c);
    return float4(s, c) + float4(sin(a.z), cos(a.w), 0, 0);
}
