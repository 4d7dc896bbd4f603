RWStructuredBuffer<double> d; cbuffer C { double scale; double2 pair; min16float h; min16int mi; }
[numthreads(64, 1, 1)] void main(uint i : SV_GroupThreadID, uint3 g : SV_GroupID) { d[i] = d[i] * scale + pair.y + (double)(float)h + mi; }
