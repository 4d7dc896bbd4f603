AppendStructuredBuffer<uint2> to : register(u0);
ConsumeStructuredBuffer<uint> from : register(u1);
RWStructuredBuffer<uint> counted : register(u2);
RWStructuredBuffer<uint> other : register(u3);

[numthreads(1, 1, 1)]
void main() {
    uint x = from.Consume(), y = from.Consume();
    to.Append(uint2(x, y));
    to.Append(uint2(y, x));
    uint k = counted.IncrementCounter();
    counted[k] = 50;
    other[0] = other.DecrementCounter();
}
