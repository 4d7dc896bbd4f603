RWTexture2D<float4> two : register(u0);
RWTexture3D<float> three : register(u1);
RWTexture2DArray<uint> layers : register(u2);

[numthreads(2, 2, 2)]
void main(uint3 id : SV_DispatchThreadID) {
    if (id.z == 0)
        two[id.xy] = float4(id.xy, 0.5, 1);
    three[id] = id.x + 10 * id.y + 100 * id.z;
    layers[id] = id.x + id.y * 2 + id.z * 4;
}
