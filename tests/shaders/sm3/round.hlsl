// What round() means is up to the compiler's target: fxc makes x + 0.5 - frac(x + 0.5) of it up to 3.0, round_ne from 4.0.
float4 value;

float4 main() : SV_Target { return round(value); }
