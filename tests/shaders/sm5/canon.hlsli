// A NaN may carry any sign and payload: tests that store results as bits store every NaN as 0x7fc00000.
uint4 canon(float4 x)
{
    uint4 bits = asuint(x);
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
}
