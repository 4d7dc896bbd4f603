float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    float x = a.x, way = 0, turns = 0;
    [loop] for (int i = 0; i < 32; ++i) {
        turns += 1;
        if (x > 100) {
            way = 1;
            break;
        }
        if (x < 0) {
            way = 2;
            break;
        }
        x = x > 50 ? x * 2 : x - a.y;
    }
    return float4(x, way, turns, 0);
}
