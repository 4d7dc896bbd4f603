#include "core/spirv/module_builder.h"

#include <algorithm>
#include <cstring>

namespace weft::spirv {

void Section::push_string(std::string_view text) {
    size_t count = text.size() / 4 + 1;
    uint32_t *p = words_.grow(count);
    p[count - 1] = 0;
    if (!text.empty()) std::memcpy(p, text.data(), text.size());
}

ModuleBuilder::ModuleBuilder(Arena &arena)
    : entry_points(arena, 32),
      modes(arena, 16),
      debug(arena, 32),
      annotations(arena, 128),
      globals(arena, 512),
      functions(arena, 1024),
      arena_(arena),
      capabilities_(arena, 16),
      extensions_(arena, 16),
      table_(arena),
      other_capabilities_(arena),
      extension_names_(arena) {
    table_.resize(256, ~0u);
    capability(spv::Capability::Shader);
}

void ModuleBuilder::capability(spv::Capability c) {
    auto n = static_cast<uint32_t>(c);
    if (n < 128) {
        uint64_t bit = uint64_t{1} << (n & 63);
        if (small_capabilities_[n >> 6] & bit) return;
        small_capabilities_[n >> 6] |= bit;
    } else {
        for (uint32_t o : other_capabilities_)
            if (o == n) return;
        other_capabilities_.push(n);
    }
    capabilities_.emit(spv::Op::OpCapability, n);
}

void ModuleBuilder::extension(std::string_view name) {
    for (std::string_view e : extension_names_)
        if (e == name) return;
    extension_names_.push(name);
    extensions_.begin(spv::Op::OpExtension);
    extensions_.push_string(name);
    extensions_.end();
}

Id ModuleBuilder::glsl() {
    if (!glsl_) glsl_ = new_id();
    return glsl_;
}

bool ModuleBuilder::within_limits() const {
    for (const Section *s : {&entry_points, &modes, &debug, &annotations, &globals, &functions})
        if (s->overflowed()) return false;
    return next_id_ <= max_id_bound;
}

void ModuleBuilder::name(Id target, std::string_view text) {
    debug.begin(spv::Op::OpName);
    debug.push(target);
    debug.push_string(text.substr(0, max_name)); // semantics may be as long as the file
    debug.end();
}

// --- types and constants
// ---------------------------------------------------------------------------------------

namespace {

// Types have their result first, constants their type.
constexpr bool has_result_type(spv::Op op) {
    return op >= spv::Op::OpConstantTrue && op <= spv::Op::OpConstantNull;
}

uint32_t hash_words(uint32_t op, uint32_t type, const uint32_t *operands, unsigned count) {
    uint32_t h = op * 0x9e3779b1u ^ type * 0x85ebca6bu;
    for (unsigned i = 0; i < count; ++i)
        h = (h ^ operands[i]) * 0x01000193u + (h >> 15);
    return h ^ h >> 13;
}

} // namespace

void ModuleBuilder::grow() {
    auto size = static_cast<uint32_t>(table_.size() * 2);
    Vec<uint32_t> bigger(arena_);
    bigger.resize(size, ~0u);
    for (uint32_t at : table_) {
        if (at == ~0u) continue;
        uint32_t head = globals[at];
        auto op = static_cast<spv::Op>(head & 0xffff);
        unsigned words = head >> 16;
        unsigned fixed = has_result_type(op) ? 3 : 2;
        uint32_t h = hash_words(head & 0xffff, has_result_type(op) ? globals[at + 1] : 0,
                                &globals[at] + fixed, words - fixed);
        uint32_t i = h & (size - 1);
        while (bigger[i] != ~0u)
            i = (i + 1) & (size - 1);
        bigger[i] = at;
    }
    table_.release();
    table_ = bigger;
}

Id ModuleBuilder::intern(spv::Op op, Id result_type, const uint32_t *operands, unsigned count) {
    if (used_ * 2 >= table_.size()) grow();
    unsigned fixed = has_result_type(op) ? 3 : 2;
    uint32_t head = static_cast<uint32_t>(op) | (fixed + count) << 16;
    auto mask = static_cast<uint32_t>(table_.size() - 1);
    uint32_t i = hash_words(static_cast<uint32_t>(op), result_type, operands, count) & mask;
    for (; table_[i] != ~0u; i = (i + 1) & mask) {
        const uint32_t *w = &globals[table_[i]];
        if (w[0] != head || (fixed == 3 && w[1] != result_type)) continue;
        if (std::equal(operands, operands + count, w + fixed)) return w[fixed - 1];
    }
    Id id = new_id();
    table_[i] = static_cast<uint32_t>(globals.size());
    ++used_;
    globals.begin(op);
    if (fixed == 3) globals.push(result_type);
    globals.push(id);
    for (unsigned k = 0; k < count; ++k)
        globals.push(operands[k]);
    globals.end();
    return id;
}

Id ModuleBuilder::other(spv::Op op, std::initializer_list<uint32_t> operands) {
    return intern(op, 0, operands.begin(), static_cast<unsigned>(operands.size()));
}

Id ModuleBuilder::type_void() {
    return other(spv::Op::OpTypeVoid, {});
}

Id ModuleBuilder::make_value_type(ir::Type t) {
    Id id = 0;
    if (t.is_void()) {
        id = type_void();
    } else if (t.count() > 1) {
        id = other(spv::Op::OpTypeVector, {type(t.scalar()), t.count()});
    } else if (t.is_bool()) {
        id = other(spv::Op::OpTypeBool, {});
    } else {
        switch (t.kind()) {
        case ir::Kind::f16: capability(spv::Capability::Float16); break;
        case ir::Kind::f64: capability(spv::Capability::Float64); break;
        case ir::Kind::i8: capability(spv::Capability::Int8); break;
        case ir::Kind::i16: capability(spv::Capability::Int16); break;
        case ir::Kind::i64: capability(spv::Capability::Int64); break;
        default: break;
        }
        id =
            t.is_float() ? other(spv::Op::OpTypeFloat, {t.bits()}) : other(spv::Op::OpTypeInt, {t.bits(), 0});
    }
    return value_types_[t.raw()] = id;
}

Id ModuleBuilder::type_signed(unsigned count, unsigned bits) {
    if (bits == 64) capability(spv::Capability::Int64);
    Id scalar = other(spv::Op::OpTypeInt, {bits, 1});
    return count == 1 ? scalar : other(spv::Op::OpTypeVector, {scalar, count});
}

Id ModuleBuilder::pointer(spv::StorageClass storage, Id pointee) {
    return other(spv::Op::OpTypePointer, {static_cast<uint32_t>(storage), pointee});
}

Id ModuleBuilder::function_type() {
    return other(spv::Op::OpTypeFunction, {type_void()});
}

Id ModuleBuilder::array(Id element, uint32_t length, uint32_t stride) {
    Id n = u32(length);
    if (!stride) return other(spv::Op::OpTypeArray, {element, n});
    Id id = new_id();
    globals.emit(spv::Op::OpTypeArray, id, element, n);
    decorate(id, spv::Decoration::ArrayStride, stride);
    return id;
}

Id ModuleBuilder::runtime_array(Id element, uint32_t stride) {
    if (!stride) return other(spv::Op::OpTypeRuntimeArray, {element});
    Id id = new_id();
    globals.emit(spv::Op::OpTypeRuntimeArray, id, element);
    decorate(id, spv::Decoration::ArrayStride, stride);
    return id;
}

Id ModuleBuilder::unique_struct(std::span<const Id> members) {
    Id id = new_id();
    globals.begin(spv::Op::OpTypeStruct);
    globals.push(id);
    for (Id m : members)
        globals.push(m);
    globals.end();
    return id;
}

Id ModuleBuilder::u32(uint32_t value) {
    return intern(spv::Op::OpConstant, type(ir::i32()), &value, 1);
}

Id ModuleBuilder::f32(uint32_t bits) {
    return intern(spv::Op::OpConstant, type(ir::f32()), &bits, 1);
}

Id ModuleBuilder::boolean(bool value) {
    return intern(value ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, type(ir::boolean()), nullptr,
                  0);
}

Id ModuleBuilder::scalar_constant(Id t, uint32_t bits) {
    return intern(spv::Op::OpConstant, t, &bits, 1);
}

Id ModuleBuilder::null(Id t) {
    return intern(spv::Op::OpConstantNull, t, nullptr, 0);
}

Id ModuleBuilder::composite(Id t, std::span<const Id> parts) {
    return intern(spv::Op::OpConstantComposite, t, parts.data(), static_cast<unsigned>(parts.size()));
}

Id ModuleBuilder::constant(ir::Type t, const uint32_t *words) {
    unsigned per = t.bits() == 64 ? 2 : 1;
    auto scalar = [&](unsigned i) {
        if (t.is_bool()) return boolean(words[i] != 0);
        if (t.bits() < 32) return scalar_constant(type(t.scalar()), words[i] & ((1u << t.bits()) - 1));
        return intern(spv::Op::OpConstant, type(t.scalar()), words + i * per, per);
    };
    if (t.count() == 1) return scalar(0);
    bool zero = true;
    for (unsigned i = 0; i < t.count() * per; ++i)
        zero &= !words[i];
    if (zero) return null(type(t));
    uint32_t parts[4];
    for (unsigned i = 0; i < t.count(); ++i)
        parts[i] = scalar(i);
    return intern(spv::Op::OpConstantComposite, type(t), parts, t.count());
}

std::span<const uint32_t> ModuleBuilder::assemble(uint32_t version, Section &body, Arena &arena) {
    Section imports(arena, 16);
    if (glsl_) {
        imports.begin(spv::Op::OpExtInstImport);
        imports.push(glsl_);
        imports.push_string("GLSL.std.450");
        imports.end();
    }
    Section model(arena, 4);
    model.emit(spv::Op::OpMemoryModel, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    const Section *order[] = {&capabilities_, &extensions_, &imports,     &model,   &entry_points,
                              &modes,         &debug,       &annotations, &globals, &functions};
    size_t total = 5;
    for (const Section *s : order)
        total += s->size();
    uint32_t *p = body.prepend(total);
    *p++ = spv::MagicNumber;
    *p++ = version;
    *p++ = 0; // no registered generator number
    *p++ = next_id_;
    *p++ = 0;
    for (const Section *s : order) {
        if (s->size()) std::memcpy(p, s->words().data(), s->size() * sizeof(uint32_t));
        p += s->size();
    }
    return body.words();
}

} // namespace weft::spirv
