// The runner's uniforms are b0: eight vec4 are all that every Vulkan device gives.
cbuffer params : register(b0)
{
    float4 c[6];
    uint4 pick;
    float scalar;
};
Buffer<int> indices : register(t0);
RWBuffer<float4> results : register(u0);

static const float4 table[5] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {-1, -2, -3, -4}, {0.5, 0.25, 0.125, 0.0625}, {9, 9, 9, 9}};
static const uint few[3] = {10, 20, 30};

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int n = indices[i];
    results[4 * i + 0] = c[n] + c[pick.y].wzyx;
    results[4 * i + 1] = table[n];
    results[4 * i + 2] = float4(few[min(n, 2)], table[n + 1].y, c[n + 1].x, scalar);

    // an array in registers, written and read through indices from a buffer
    float4 local[5];
    [unroll] for (int k = 0; k < 5; ++k)
        local[k] = float4(k, -k, 10 * k, 0.5);
    local[n].yz = c[n].xy;
    local[indices[i + 4]].w = 100;
    results[4 * i + 3] = local[indices[i + 8]];
}
