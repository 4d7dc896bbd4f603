// profiles: ps_4_0 ps_4_1 ps_5_0 ps_5_1
cbuffer C { int count; int mode; float4 w[8]; };
float4 main(float4 pos : SV_Position, float4 c : COLOR, centroid float2 a : A, noperspective float2 b : B, nointerpolation float k : K, bool front : SV_IsFrontFace) : SV_Target {
    float4 acc[4]; int guard = 0;
    acc[0] = c; acc[1] = c.yzwx; acc[2] = 0; acc[3] = a.xyxy;
    [loop] for (int i = 0; i < count; i++) {
        if (w[i & 7].x < 0) continue;
        if (w[i & 7].y > 100) break;
        acc[i & 3] += w[i & 7];
        [loop] for (int j = i; j > 0; j -= 2) acc[j & 3].xz *= 0.5;
    }
    [call] switch (mode) {
    case 0: c = acc[count & 3]; break;
    case 1: case 2: c = acc[1] * k; break;
    case 7: return b.xyyx;
    default: c = frac(acc[0]); break;
    }
    if (!front) discard;
    if (c.w == 0) return pos;
    return front ? c : sqrt(c);
}
