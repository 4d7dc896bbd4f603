// The IR of one shader: instruction table, interface, resources. doc/ir.md describes it opcode by opcode.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/ir/type.h"
#include "core/signature/signature.h"
#include "core/support/arena.h"

namespace weft::ir {

enum class Op : uint8_t {
#define OP(name, values, literals, traits) name,
#include "core/ir/ops.def"
    count_
};

// A value is the number of the instruction that makes it; 0 is no value.
using Value = uint32_t;

struct OpInfo {
    const char *name;
    uint8_t values;
    uint8_t literals;
    bool has_result, pure, variadic, structure, exit, effect, reads, convergent;
};

extern const OpInfo op_table[static_cast<size_t>(Op::count_)];

inline const OpInfo &info(Op op) {
    return op_table[static_cast<size_t>(op)];
}

// Of the constructs: their first marker, and their last.
constexpr bool is_begin(Op op) {
    return op == Op::if_ || op == Op::loop || op == Op::switch_ || op == Op::block;
}

constexpr bool is_end(Op op) {
    return op == Op::end_if || op == Op::end_loop || op == Op::end_switch || op == Op::end_block;
}

namespace flag {
constexpr uint8_t precise = 1;     // the result is computed exactly as written (NoContraction)
constexpr uint8_t relaxed = 2;     // minimum precision is enough (RelaxedPrecision)
constexpr uint8_t non_uniform = 4; // the descriptor index may differ between lanes
constexpr uint8_t sparse = 8;      // a read whose residency is asked for by `resident`
constexpr uint8_t unroll = 16;     // on loop and if_: hints of the source
constexpr uint8_t dont_unroll = 32;
constexpr uint8_t flatten = 16;
constexpr uint8_t dont_flatten = 32;
} // namespace flag

// Instructions never move in the table; their order is the linked list prev/next, so inserting and dropping
// are O(1). Constants stand outside every list.
struct Inst {
    Op op = Op::none;
    Type type;
    uint8_t flags = 0;
    uint8_t mark = 0; // scratch of the pass that runs
    union {
        uint32_t prev = 0;
        uint32_t id; // to a writer, which goes forwards only: what stands for this in its output, if anything
    };
    uint32_t next = 0;
    uint32_t count = 0; // variadic: number of values in the pool
    uint32_t arg[4] = {};
};
static_assert(sizeof(Inst) == 32);

struct Access {
    uint32_t element, row, column;
    static constexpr uint32_t pack(uint32_t element, uint32_t row, uint32_t column) {
        return element | row << 16 | column << 24;
    }
    static constexpr Access unpack(uint32_t w) { return {w & 0xffff, w >> 16 & 0xff, w >> 24}; }
};

constexpr uint32_t shuffle_selector(unsigned x, unsigned y, unsigned z = 0, unsigned w = 0) {
    return x | y << 8 | z << 16 | w << 24;
}

enum class AtomicOp : uint8_t {
    and_,
    or_,
    xor_,
    add,
    imin,
    imax,
    umin,
    umax,
    exchange,
    compare_exchange,
    fadd
};

// `min` and `max` compare floats, or signed integers.
enum class WaveOp : uint8_t { add, mul, min, max, umin, umax, and_, or_, xor_ };

enum class PackMode : uint8_t { truncate, clamp_unsigned, clamp_signed };

// What is asked of a ray query. The hit's come in pairs: of the candidate, then of what is committed.
enum class RayState : uint8_t {
    ray_flags,                   // i32
    ray_t_min,                   // f32
    world_ray_origin,            // f32 x3
    world_ray_direction,         // f32 x3
    candidate_opaque_procedural, // bool
    candidate_type,              // i32: 0 triangle, 1 procedural
    committed_type,              // i32: 0 nothing, 1 triangle, 2 procedural
    candidate_ray_t,             // f32
    committed_ray_t,
    candidate_instance_index, // i32
    committed_instance_index,
    candidate_instance_id, // i32
    committed_instance_id,
    candidate_geometry_index, // i32
    committed_geometry_index,
    candidate_primitive_index, // i32
    committed_primitive_index,
    candidate_contribution, // i32: of the instance to the hit group's index
    committed_contribution,
    candidate_barycentrics, // f32 x2
    committed_barycentrics,
    candidate_front_face, // bool
    committed_front_face,
    candidate_object_ray_origin, // f32 x3
    committed_object_ray_origin,
    candidate_object_ray_direction, // f32 x3
    committed_object_ray_direction,
    candidate_object_to_world, // f32 x3: a column, 0-3
    committed_object_to_world,
    candidate_world_to_object, // f32 x3: a column, 0-3
    committed_world_to_object,
    count
};

Type type_of(RayState state);
bool is_matrix(RayState state);

// Value slots of a texture operation.
namespace tex_arg {
enum : unsigned {
    coord,     // f32 (sample, gather) or i32 (load, store); layer or cube index last
    reference, // comparison value
    lod,       // explicit level (f32; i32 for loads and queries) or bias, as TexFlags say
    ddx,
    ddy,
    offset, // i32 vector; a constant becomes ConstOffset
    sample, // i32 sample index
    min_lod,
    resource_index, // i32 array index
    sampler_index,
    value, // what a store writes
    count
};
}

namespace tex_flag {
constexpr uint32_t bias = 1;            // `lod` is a bias
constexpr uint32_t explicit_lod = 2;    // `lod` is the level
constexpr uint32_t gradient = 4;        // `ddx`, `ddy`
constexpr uint32_t component_shift = 4; // gathered channel in bits 4-5
constexpr uint32_t projected = 8;       // the coordinate's last component divides the others (D3D9 texldp)
} // namespace tex_flag

namespace barrier_flag {
constexpr uint32_t execution = 1;    // all lanes of the group arrive
constexpr uint32_t group_memory = 2; // groupshared
constexpr uint32_t uav_group = 4;    // UAVs, visible to the group
constexpr uint32_t uav_global = 8;   // UAVs, visible to the device
} // namespace barrier_flag

enum class Stage : uint8_t { vertex, hull, domain, geometry, pixel, compute, amplification, mesh };

enum class ResourceKind : uint8_t {
    constant_buffer,
    sampler,
    texture,           // typed SRV, typed buffers included (dim == buffer)
    image,             // typed UAV
    raw_buffer,        // SRV
    structured_buffer, // SRV
    rw_raw_buffer,     // UAV
    rw_structured_buffer,
    acceleration_structure, // SRV
};

enum class Dim : uint8_t {
    none,
    buffer,
    d1,
    d1_array,
    d2,
    d2_array,
    d2_ms,
    d2_ms_array,
    d3,
    cube,
    cube_array
};

// Components of a full address, layer or cube index included.
unsigned coordinate_count(Dim dim);
bool is_array(Dim dim);
bool is_multisampled(Dim dim);

// 64-bit integers are images for atomic operations; as texels they are two i32, the low word first.
enum class SampledType : uint8_t { float_, sint, uint, unorm, snorm, double_, sint64, uint64 };

inline constexpr uint32_t no_resource = ~0u;
inline constexpr uint32_t heap_space = ~0u; // register space of what is taken from a descriptor heap

// One declaration. Operations name it by its index in Module::resources, plus an array index relative to
// `first_register` when it declares more than one descriptor.
struct Resource {
    ResourceKind kind;
    Dim dim = Dim::none;
    SampledType sampled = SampledType::float_;
    uint8_t sample_count = 0;
    uint32_t space = 0;
    uint32_t first_register = 0;
    uint32_t count = 1;            // ~0: unbounded
    uint32_t size = 0;             // constant buffers: vec4 rows to declare; 4096 when indexed dynamically
    uint32_t stride = 0;           // structured buffers: bytes
    uint32_t range_id = 0;         // shader model 5.1
    bool comparison : 1 = false;   // sampler used for, or texture sampled with, comparisons
    bool plain_sample : 1 = false; // texture sampled without comparison
    bool coherent : 1 = false;
    bool rasteriser_ordered : 1 = false;
    bool read : 1 = false; // UAVs
    bool written : 1 = false;
    bool atomics : 1 = false;
    bool counter : 1 = false; // counter used
    std::string_view name;    // for OpName; may be empty
};

// A zero-initialised array of the invocation (indexable temps, dynamically indexed I/O).
struct LocalArray {
    uint32_t rows;
    Type row_type;
};

struct ConstantArray {
    std::span<const uint32_t> words; // row by row, as Op::constant holds a row
    uint32_t rows;
    Type row_type = f32(4);
};

// Group-shared memory, counted in elements of one integer kind.
struct SharedArray {
    uint32_t elements;
    Kind kind = Kind::i32;
};

// An array of ray query objects of the invocation.
struct RayQuery {
    uint32_t count = 1;
    uint32_t flags = 0; // of the declaration, added to those of each start
};

// A value that the API supplies: a literal, a specialization constant or a word of a buffer.
struct Parameter {
    enum class Source : uint8_t { immediate, specialization, buffer } source = Source::immediate;
    Type type;              // i32, f32, f32 x4
    uint32_t name = 0;      // enum vkd3d_shader_parameter_name
    uint32_t words[4] = {}; // immediate value, or default of a specialization constant
    uint32_t spec_id = 0;   // of the first component; `free_spec_id` takes the next free ones
    uint32_t set = 0, binding = 0, offset = 0;

    static constexpr uint32_t free_spec_id = ~0u;
    bool operator==(const Parameter &) const = default;
};

struct Function {
    uint32_t head = 0; // first instruction; 0 when empty
    uint32_t tail = 0;
};

// Code of passes that is too long to stand wherever it is needed: pure, with up to three arguments.
struct Callee {
    Function code;
    Type result;
    Type arguments[3] = {}; // as many as there are
    std::string_view name;
};

// What a geometry shader takes and makes. Several vertices or lines come out as strips.
enum class Primitive : uint8_t { none, point, line, triangle, line_adjacency, triangle_adjacency };

struct Geometry {
    Primitive input = Primitive::none, output = Primitive::none;
    uint32_t max_vertices = 0; // of an invocation, over all streams
    uint32_t instances = 1;
};

// What the tessellator is told. Numbers are those of TPF and of the C interface.
enum class TessDomain : uint8_t { none, isoline, triangle, quad };
enum class TessPartitioning : uint8_t { none, integer, pow2, fractional_odd, fractional_even };
enum class TessOutput : uint8_t { none, point, line, triangle_cw, triangle_ccw };

struct Tessellation {
    TessDomain domain = TessDomain::none;
    TessPartitioning partitioning = TessPartitioning::none; // known to hull shaders only, as the next one
    TessOutput output = TessOutput::none;
};

// What a mesh shader makes: points cannot be had. What an amplification shader hands on.
struct Mesh {
    Primitive output = Primitive::none; // line or triangle
    uint32_t max_vertices = 0;
    uint32_t max_primitives = 0;
    uint32_t payload_dwords = 0;
};

struct Module {
    explicit Module(Arena &a, size_t instructions = 256)
        : arena(&a),
          insts(a, instructions),
          pool(a, 256),
          callees(a),
          resources(a),
          locals(a),
          constant_arrays(a),
          shared(a),
          ray_queries(a),
          parameters(a) {
        insts.push({}); // value 0 is no value
    }

    Arena *arena;
    Stage stage = Stage::vertex;
    Vec<Inst> insts;
    Vec<uint32_t> pool;
    Function functions[2]; // [1]: patch constants of a hull shader
    Vec<Callee> callees;

    // Elements in scan order first; the rest exists only in code (system registers, link defaults).
    // load_input, store_output and the patch operations name them by index. A mesh shader's outputs belong to
    // a vertex, its patch constants to a primitive.
    signature::Signature inputs, outputs, patch_constants;

    Vec<Resource> resources;
    Vec<LocalArray> locals;
    Vec<ConstantArray> constant_arrays;
    Vec<SharedArray> shared;
    Vec<RayQuery> ray_queries;
    Vec<Parameter> parameters;
    uint32_t next_spec_id = 0; // of specialization constants that nobody gave a number

    // Vertices of the primitive, or control points of the patch, that hull, domain and geometry shaders read;
    // and the control points that a hull shader makes.
    uint32_t input_vertices = 0;
    uint32_t output_vertices = 0;
    Geometry geometry;
    Tessellation tessellation;
    Mesh mesh;

    uint32_t workgroup_size[3] = {1, 1, 1};
    bool early_fragment_tests = false;
    bool wave_helpers = false; // helper lanes take part in wave operations

    Inst &operator[](Value v) { return insts[v]; }
    const Inst &operator[](Value v) const { return insts[v]; }

    std::span<uint32_t> values(Inst &inst) {
        const OpInfo &i = info(inst.op);
        return i.variadic ? std::span<uint32_t>(pool.data() + inst.arg[0], inst.count)
                          : std::span<uint32_t>(inst.arg, i.values);
    }
    std::span<const uint32_t> values(const Inst &inst) const {
        return const_cast<Module *>(this)->values(const_cast<Inst &>(inst));
    }

    // Follows aliases.
    Value resolve(Value v) const {
        while (insts[v].op == Op::alias)
            v = insts[v].arg[0];
        return v;
    }

    // For sweeps through the code, which stands in the table nearly in order. The list alone would make each
    // step wait for the one before.
    static constexpr ptrdiff_t forwards = 16, backwards = -16;
    void fetch_ahead(Value v, ptrdiff_t steps) const {
        __builtin_prefetch(insts.data() + static_cast<ptrdiff_t>(v) + steps);
    }

    bool is_constant(Value v) const { return insts[v].op == Op::constant; }

    // Whether there is one of this input for each vertex. System registers, which have no number, belong to
    // the primitive or the invocation.
    bool per_vertex(const signature::Element &input) const {
        return (stage == Stage::hull || stage == Stage::domain || stage == Stage::geometry) &&
               input.register_index != signature::no_register;
    }

    // Takes an instruction out of its function's list; its number stays.
    void unlink(Function &function, Value v);
};

} // namespace weft::ir
