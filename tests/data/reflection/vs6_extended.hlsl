float4 main(uint v : SV_VertexID, uint b : SV_StartVertexLocation, uint i : SV_StartInstanceLocation) : SV_Position { return v + b + i; }
