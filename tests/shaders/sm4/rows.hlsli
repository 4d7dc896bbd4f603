// Pixel (x, y) runs operation y on input column x; the target holds bits.
Buffer<uint4> rows : register(t0);

uint4 canon(float4 x)
{
    uint4 bits = asuint(x);
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
}
