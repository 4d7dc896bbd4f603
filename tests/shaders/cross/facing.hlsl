float4 a : register(c0), b : register(c1), c : register(c2);

#if SM == 3
#define FRONT float face : VFACE
#define IS_FRONT (face > 0)
#else
#define FRONT bool face : SV_IsFrontFace
#define IS_FRONT face
#endif

float4 vs(float2 position : POSITION) : SV_Position {
    return float4(position * a.xy, 0, 1);
}

float4 ps(FRONT) : SV_Target {
    return IS_FRONT ? b : c;
}
