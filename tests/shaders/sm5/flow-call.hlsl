Buffer<int4> rows : register(t0);
RWBuffer<int4> results : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    int4 r = int4(0, 0, 0, 0);
    int n = rows[1].x;
    [loop] for (int i = 0; i < n; ++i)
    {
        [call] switch (rows[0][i & 3])
        {
        case 0: r.x += 1; break;
        default: r.w += 1; break;
        case 3:
        case -5: r.y += 10; break;
        case 7: r.z += 100; break;
        }
        r.w += 1000;
    }
    results[0] = r;
}
