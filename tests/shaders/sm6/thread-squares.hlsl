// Four threads that make a square are a quad; each says where it is.
RWBuffer<uint> o : register(u0);

[numthreads(4, 2, 1)]
void main(uint2 id : SV_DispatchThreadID, uint index : SV_GroupIndex, uint2 place : SV_GroupThreadID) {
    uint at = id.y * 8 + id.x;
    o[at] = index + 100 * place.x + 1000 * place.y;
    o[16 + at] = QuadReadAcrossX(id.x);
    o[32 + at] = QuadReadAcrossY(id.y);
    o[48 + at] = QuadReadAcrossDiagonal(at);
    o[64 + at] = uint(ddx(float(id.x * id.x)) + 100 * ddy(float(10 * id.y * id.y)));
}
