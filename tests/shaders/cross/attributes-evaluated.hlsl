struct Corner {
    float4 position : SV_Position;
    float4 colour : COLOR;
};

Corner vs(float4 position : POSITION, float4 colour : COLOR) {
    Corner c;
    c.position = position;
    c.colour = colour;
    return c;
}

float4 ps(Corner c) : SV_Target {
    float4 r;
    r.x = EvaluateAttributeCentroid(c.colour).x;
    r.y = EvaluateAttributeAtSample(c.colour, 0).x;
    r.z = EvaluateAttributeSnapped(c.colour, int2(8 - 1 + 0, 0)).x + 4.0 / 16;
    r.w = EvaluateAttributeSnapped(c.colour, int2(-4, 0)).x;
    return r;
}
