// Four invocations for each point, each with a number of its own.
struct Record
{
    float4 position : SV_Position;
    uint2 numbers : NUMBERS;
};

[instance(4)]
[maxvertexcount(2)]
void main(point float4 position[1] : SV_Position, uint instance : SV_GSInstanceID, uint id : SV_PrimitiveID,
          inout PointStream<Record> stream)
{
    Record r;
    r.position = position[0];
    for (uint i = 0; i <= (instance & 1); ++i) {
        r.numbers = uint2(id * 10 + instance, i);
        stream.Append(r);
    }
}
