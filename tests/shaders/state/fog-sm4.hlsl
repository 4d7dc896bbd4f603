// Stages of shader model 4 and up, for which fog is only what the pipeline's state says.
float4 position, color, specular, coordinate;

struct Varyings {
    float4 position : SV_Position;
    float4 color : COLOR0;
    float4 specular : COLOR1;
#ifdef OWN_FOG
    float2 fog : FOG0;
#endif
};

Varyings vs(float4 at : POSITION) {
    Varyings v;
    v.position = float4(at.xy * position.w, position.zw);
    v.color = color;
    v.specular = specular;
#ifdef OWN_FOG
    v.fog = coordinate.xy;
#endif
    return v;
}

// One triangle out of each, whose vertices are emitted on two ways.
[maxvertexcount(3)]
void gs(triangle Varyings v[3], inout TriangleStream<Varyings> stream) {
    for (uint i = 0; i < 3; ++i)
        if (v[i].specular.x > 0.5)
            stream.Append(v[i]);
        else {
            v[i].position.w += 0.0;
            stream.Append(v[i]);
        }
}

float4 ps(float4 position : SV_Position, float4 color : COLOR0) : SV_Target { return color; }
