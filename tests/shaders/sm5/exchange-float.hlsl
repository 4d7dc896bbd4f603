// The one atomic that works on floats. The NaN must keep its bits.
RWTexture2D<float> image : register(u0);
RWBuffer<float> buffer : register(u1);
RWBuffer<uint> results : register(u2);

[numthreads(1, 1, 1)]
void main()
{
    float from_image, from_buffer;
    InterlockedExchange(image[uint2(1, 0)], 1.5, from_image);
    InterlockedExchange(buffer[2], from_image, from_buffer);
    results[0] = asuint(from_image);
    results[1] = asuint(from_buffer);
}
