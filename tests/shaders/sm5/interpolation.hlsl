struct varyings
{
    float4 pos : SV_Position;
    linear float a : A;
    noperspective float b : B;
    nointerpolation float c : C;
    centroid float d : D;
    sample float e : E;
};

varyings vs(float4 position : POSITION, float value : VALUE)
{
    varyings v;
    v.pos = float4(position.xyz * position.w, position.w);
    v.a = v.b = v.c = v.d = v.e = value;
    return v;
}

struct targets { float4 t0 : SV_Target0; float4 t1 : SV_Target1; };

struct some { float4 pos : SV_Position; linear float a : A; noperspective float b : B; nointerpolation float c : C; };
float4 ps(some v) : SV_Target { return float4(v.a, v.b, v.c, v.pos.w); }

float4 ps_samples(varyings v) : SV_Target { return float4(v.e, v.a, v.d, v.e * v.e); }

struct fewer { float4 pos : SV_Position; linear float a : A; noperspective float b : B; nointerpolation float c : C; centroid float d : D; };
float4 ps_centroid(fewer v) : SV_Target { return float4(abs(v.d - v.a) <= 8, v.a, v.b, v.c); }
