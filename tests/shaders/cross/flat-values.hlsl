struct Corner {
    float4 position : SV_Position;
    nointerpolation float flat : FLAT;
    int whole : WHOLE;
    float smooth : SMOOTH;
    noperspective float screen : SCREEN;
};

Corner vs(float4 position : POSITION, float4 colour : COLOR) {
    Corner c;
    c.position = position;
    c.flat = colour.x;
    c.whole = int(colour.x) - 1;
    c.smooth = colour.y;
    c.screen = colour.y;
    return c;
}

float4 ps(Corner c) : SV_Target {
    return float4(c.flat, c.smooth, c.screen, c.whole == 0);
}
