// Fields of an array of structures: dxc gathers each field over the array, so that the semantic indices of one
// element's rows do not count up.
struct Pair {
    float a;
    float2 b[2];
};
struct Output {
    Pair pairs[2] : S;
    float4 position : SV_Position;
};
Output main(Pair pairs[2] : T) {
    Output o;
    o.pairs = pairs;
    o.position = pairs[1].b[1].xyxy;
    return o;
}
