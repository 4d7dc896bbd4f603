float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float4 r = 0;
    [branch] if (a.x > 0) {
        r.x = 1;
        [branch] if (a.y > 0) {
            r.y = b.x;
            [branch] if (a.z > 0)
                r.z = b.y;
            else
                r.w = b.z;
        }
        r.x += r.y;
    } else {
        [branch] if (a.w > 0)
            r = c;
    }
    return r + r.x;
}
