// Root signatures, one a macro. list.txt says what each was compiled with.
#define EMPTY ""
#define FLAGS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_VERTEX_SHADER_ROOT_ACCESS | DENY_HULL_SHADER_ROOT_ACCESS | DENY_DOMAIN_SHADER_ROOT_ACCESS | DENY_GEOMETRY_SHADER_ROOT_ACCESS | DENY_PIXEL_SHADER_ROOT_ACCESS | ALLOW_STREAM_OUTPUT)"
#define LOCAL "RootFlags(LOCAL_ROOT_SIGNATURE), RootConstants(num32BitConstants=100, b0)"
#define CONSTANTS "RootConstants(num32BitConstants=4, b3, space=7, visibility=SHADER_VISIBILITY_PIXEL), RootConstants(num32BitConstants=60, b0)"
#define DESCRIPTORS "CBV(b0), SRV(t4, space=2, visibility=SHADER_VISIBILITY_HULL), UAV(u1, visibility=SHADER_VISIBILITY_DOMAIN), CBV(b1, visibility=SHADER_VISIBILITY_GEOMETRY), SRV(t4, space=3)"
#define TABLES "DescriptorTable(CBV(b0, numDescriptors=3), SRV(t2, numDescriptors=unbounded)), DescriptorTable(Sampler(s0, numDescriptors=2), Sampler(s5, space=1, offset=9)), DescriptorTable(UAV(u0, offset=4), UAV(u7, space=9))"
#define SHARED "DescriptorTable(SRV(t0, numDescriptors=4), visibility=SHADER_VISIBILITY_VERTEX), DescriptorTable(SRV(t0, numDescriptors=4), visibility=SHADER_VISIBILITY_PIXEL), DescriptorTable(SRV(t4))"
#define SAMPLERS "StaticSampler(s0), StaticSampler(s1, filter=FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT, comparisonFunc=COMPARISON_GREATER, addressU=TEXTURE_ADDRESS_BORDER, addressV=TEXTURE_ADDRESS_MIRROR, addressW=TEXTURE_ADDRESS_MIRROR_ONCE, borderColor=STATIC_BORDER_COLOR_OPAQUE_BLACK), StaticSampler(s2, space=4, filter=FILTER_ANISOTROPIC, maxAnisotropy=8, mipLODBias=-2.5, minLOD=1, maxLOD=7.25, visibility=SHADER_VISIBILITY_PIXEL)"
#define REDUCTION "StaticSampler(s0, filter=FILTER_MINIMUM_MIN_MAG_MIP_LINEAR, borderColor=STATIC_BORDER_COLOR_TRANSPARENT_BLACK), StaticSampler(s1, filter=FILTER_MAXIMUM_ANISOTROPIC, maxAnisotropy=16), StaticSampler(s9, filter=FILTER_MIN_POINT_MAG_LINEAR_MIP_POINT, addressU=TEXTURE_ADDRESS_CLAMP)"
#define MIXED "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), DescriptorTable(SRV(t0, numDescriptors=8), UAV(u0, numDescriptors=2), CBV(b1, numDescriptors=5)), RootConstants(num32BitConstants=1, b9), DescriptorTable(Sampler(s0, numDescriptors=unbounded)), SRV(t100), StaticSampler(s3, space=1), UAV(u9)"
#define FULL "RootConstants(num32BitConstants=61, b0), CBV(b1), DescriptorTable(SRV(t0))"
#define MANY_RANGES "DescriptorTable(SRV(t0), SRV(t1), SRV(t2), SRV(t3), SRV(t4), SRV(t5), SRV(t6), SRV(t7), SRV(t8), SRV(t9), UAV(u0), UAV(u1), UAV(u2), UAV(u3), CBV(b0), CBV(b1), CBV(b2), CBV(b3))"
#define LAST_REGISTERS "DescriptorTable(SRV(t4294967295), UAV(u4294967290, numDescriptors=6)), CBV(b4294967294), SRV(t0, space=4294967279)"
#define RANGE_FLAGS "DescriptorTable(SRV(t0, flags=DATA_STATIC), UAV(u0, flags=DATA_VOLATILE | DESCRIPTORS_VOLATILE), CBV(b0, flags=DATA_STATIC_WHILE_SET_AT_EXECUTE), SRV(t1, flags=0), SRV(t2, flags=DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS)), DescriptorTable(Sampler(s0, flags=DESCRIPTORS_VOLATILE), Sampler(s1, flags=0))"
#define DESCRIPTOR_FLAGS "CBV(b0, flags=DATA_STATIC), SRV(t0, flags=DATA_VOLATILE), UAV(u0, flags=DATA_STATIC_WHILE_SET_AT_EXECUTE), CBV(b1, flags=0)"
#define MESH "RootFlags(DENY_AMPLIFICATION_SHADER_ROOT_ACCESS | DENY_MESH_SHADER_ROOT_ACCESS | CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED), CBV(b0, visibility=SHADER_VISIBILITY_MESH), CBV(b0, visibility=SHADER_VISIBILITY_AMPLIFICATION)"
#define SAMPLER_FLAGS "StaticSampler(s0, flags=NON_NORMALIZED_COORDINATES, filter=FILTER_MIN_MAG_MIP_POINT, addressU=TEXTURE_ADDRESS_CLAMP, addressV=TEXTURE_ADDRESS_CLAMP), StaticSampler(s1, flags=UINT_BORDER_COLOR, borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE_UINT), StaticSampler(s2, flags=0)"

[RootSignature("RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), DescriptorTable(SRV(t0)), StaticSampler(s0)")]
float4 within() : SV_Target { return 1; }
