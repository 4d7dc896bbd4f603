RWStructuredBuffer<uint> counted : register(u0);
AppendStructuredBuffer<uint2> appended : register(u1);
ConsumeStructuredBuffer<uint2> consumed : register(u2);
RWByteAddressBuffer results : register(u3);

[numthreads(1, 1, 1)]
void main()
{
    results.Store(0, counted.IncrementCounter());
    results.Store(4, counted.IncrementCounter());
    counted[5] = 50;
    appended.Append(uint2(1, 2));
    appended.Append(uint2(3, 4));
    results.Store2(16, consumed.Consume());
    results.Store2(24, consumed.Consume());
}

[numthreads(1, 1, 1)]
void down()
{
    results.Store(0, counted.DecrementCounter());
    results.Store(4, counted.DecrementCounter());
}
