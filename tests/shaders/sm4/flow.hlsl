#include "rows.hlsli"

// nested loops and ifs, an early return, a discard in a branch
uint4 main(float4 pos : SV_Position) : SV_Target
{
    uint x = (uint)pos.x, y = (uint)pos.y;
    int4 n = rows[x];
    if (y == 3 && n.x == 2)
        discard;
    if (n.x == 0)
        return uint4(100, y, 0, 0);
    int4 r = 0;
    [loop] for (int i = 0; i < n.x; ++i)
    {
        [loop] while (true)
        {
            r.x += 1;
            if (r.x > n.y)
                break;
            [branch] if (r.x & 1)
                continue;
            r.y += 10;
            if (r.y > n.z)
                return r;
        }
        r.z += 1;
        [branch] if (i == (int)y)
            r.w += i + 1;
        else if (i > (int)y)
            r.w += 100;
    }
    return r;
}
