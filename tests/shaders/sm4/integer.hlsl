#include "rows.hlsli"

uint4 main(float4 pos : SV_Position) : SV_Target
{
    uint x = (uint)pos.x, y = (uint)pos.y;
    uint4 a = rows[2 * x], b = rows[2 * x + 1];
    int4 ia = a, ib = b;
    uint4 r = 0;
    [forcecase] switch (y)
    {
    case 0: r = a + b; break;
    case 1: r = a * b; break;
    case 2: r = ia * ib + ib; break;
    case 3: r = a / b; break;
    case 4: r = a % b; break;
    case 5: r = a << b; break;
    case 6: r = a >> b; break;
    case 7: r = ia >> ib; break;
    case 8: r = min(ia, ib); break;
    case 9: r = max(ia, ib); break;
    case 10: r = min(a, b); break;
    case 11: r = max(a, b); break;
    case 12: r = (a & b) ^ (a | ~b); break;
    case 13: r = -ia; break;
    case 14: r = int4(ia < ib) - int4(ia >= ib) * 2; break;
    case 15: r = int4(a < b) - int4(a >= b) * 2; break;
    case 16: r = int4(ia == ib) - int4(ia != ib) * 2; break;
    case 17: r = asuint(float4(ia)); break;
    case 18: r = asuint(float4(a)); break;
    case 19: r = int4(asfloat(a)); break;
    case 20: r = uint4(asfloat(a)); break;
    case 21: r = a ? b : 5; break;
    }
    return r;
}
