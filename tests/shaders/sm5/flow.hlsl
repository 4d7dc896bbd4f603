Buffer<int4> rows : register(t0);
RWBuffer<int4> results : register(u0);

int4 nested(int4 n)
{
    // n.x outer rounds; inner rounds skip multiples of n.z and stop at n.y; the outer loop stops when the sum passes n.w
    int sum = 0, inner = 0, outer = 0;
    [loop] for (int i = 0; i < n.x; ++i)
    {
        ++outer;
        [loop] for (int j = 0;; ++j)
        {
            if (j == n.y)
                break;
            if ((uint)j % (uint)n.z == 0)
                continue;
            sum += j;
            ++inner;
        }
        if (sum > n.w)
            break;
    }
    return int4(sum, inner, outer, 0);
}

int4 early(int4 n)
{
    // returns out of two loops, one branch deep
    [loop] for (int i = 0; i < n.x; ++i)
    {
        [loop] for (int j = 0; j < n.y; ++j)
        {
            if (i * j == n.z)
            {
                if (i > j)
                    return int4(i, j, 1, 0);
                return int4(i, j, 2, 0);
            }
        }
    }
    return int4(-1, -1, 3, 0);
}


int4 pick(int4 n)
{
    int4 r = int4(0, 0, 0, 0);
    bool stop = false;
    [loop] for (int i = 0; i < n.x; ++i)
    {
        [forcecase] switch (rows[4][i & 3] + n.y)
        {
        case 0: r.x += 1; break;
        default: r.w += 1; break;
        case 3:
        case -5: r.y += 10; break;
        case 7:
            r.z += 100;
            if (r.z > n.z)
            {
                stop = true;
                break;
            }
            r.w -= 1000;
            break;
        }
        if (stop)
            break;
        r.w += 1000;
    }
    return r;
}

[numthreads(4, 1, 1)]
void main(int i : SV_GroupIndex)
{
    int4 n = rows[i];
    results[3 * i + 0] = nested(n);
    results[3 * i + 1] = early(n);
    results[3 * i + 2] = pick(n);
}
