#include "core/container/pipeline_validation.h"

#include <algorithm>

#include "core/container/component_type.h"
#include "core/support/bytes.h"

namespace weft::container {

using signature::Element;
using signature::SemanticKind;

namespace {

// Sizes of the runtime information, by version.
constexpr uint32_t info_sizes[] = {24, 36, 48, 52, 56};
constexpr uint32_t last_version = std::size(info_sizes) - 1;
constexpr uint32_t element_size = 16, resource_size = 16, resource_size_2 = 24;
constexpr uint32_t interpolation_count = 8;

bool has_patch_table(const Validation &v) { // inputs to patch constants
    return v.stage == ValidationStage::hull && v.patch_constant_vectors && v.input_vectors;
}

// Tables in their order in the part, with their sizes in words.
template <typename V, typename Visit>
void for_each_table(V &v, Visit &&visit) {
    const bool mesh = v.stage == ValidationStage::mesh;
    if (v.uses_view_id) {
        for (unsigned s = 0; s < validation_streams; ++s)
            if (v.output_vectors[s]) visit(v.view_outputs[s], mask_words(v.output_vectors[s]));
        if ((v.stage == ValidationStage::hull || mesh) && v.patch_constant_vectors)
            visit(v.view_patch_constants, mask_words(v.patch_constant_vectors));
    }
    for (unsigned s = 0; s < validation_streams && !mesh; ++s)
        if (v.input_vectors && v.output_vectors[s])
            visit(v.input_outputs[s], table_words(v.input_vectors, v.output_vectors[s]));
    if (has_patch_table(v))
        visit(v.input_patch_constants, table_words(v.input_vectors, v.patch_constant_vectors));
    if (v.stage == ValidationStage::domain && v.patch_constant_vectors && v.output_vectors[0])
        visit(v.patch_constant_outputs, table_words(v.patch_constant_vectors, v.output_vectors[0]));
}

class Reader {
  public:
    Reader(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag, Validation *out)
        : r_(part), arena_(arena), diag_(diag), v_(*out) {}

    bool run();

  private:
    bool refuse(const char *what) {
        diag_.error({}, Result::invalid_shader, code::dxil_chunk_size,
                    "The validation section (PSV0) %s (byte 0x%zx).", what, r_.offset());
        return false;
    }
    bool info();
    bool resources();
    bool signatures();
    bool element(Element *e, uint32_t number, uint32_t stride);
    std::span<const uint32_t> words(uint32_t count);

    ByteReader r_;
    Arena &arena_;
    Diagnostics &diag_;
    Validation &v_;
    uint8_t counts_[3] = {};
    uint32_t entry_name_ = 0;
    ByteReader strings_{{}};
    std::span<const uint32_t> indices_;
};

std::span<const uint32_t> Reader::words(uint32_t count) {
    const auto bytes = r_.bytes(size_t{count} * 4);
    if (r_.failed()) return {};
    std::span<uint32_t> copy{arena_.array<uint32_t>(count), count};
    if (count) std::memcpy(copy.data(), bytes.data(), bytes.size());
    return copy;
}

bool Reader::info() {
    const uint32_t size = r_.u32();
    const std::span<const uint8_t> bytes = r_.bytes(size);
    if (r_.failed() || size < info_sizes[0]) return refuse("has no runtime information");
    ByteReader info(bytes);
    for (uint32_t v = 0; v <= last_version; ++v)
        if (size >= info_sizes[v]) v_.version = v;
    for (uint32_t &w : v_.stage_words)
        w = info.u32();
    for (uint32_t &lanes : v_.wave_lanes)
        lanes = info.u32();
    if (v_.version >= 1) {
        v_.stage = static_cast<ValidationStage>(info.u8());
        v_.uses_view_id = info.u8();
        const uint16_t by_stage = info.u16();
        if (v_.stage == ValidationStage::geometry) {
            v_.max_vertex_count = by_stage;
        } else {
            v_.patch_constant_vectors = static_cast<uint8_t>(by_stage);
            v_.mesh_topology = static_cast<uint8_t>(by_stage >> 8);
        }
        for (uint8_t &c : counts_)
            c = info.u8();
        v_.input_vectors = info.u8();
        for (uint8_t &n : v_.output_vectors)
            n = info.u8();
    }
    if (v_.version >= 2)
        for (uint32_t &n : v_.thread_group_size)
            n = info.u32();
    if (v_.version >= 3) entry_name_ = info.u32();
    if (v_.version >= 4) v_.group_shared_bytes = info.u32();
    v_.later = bytes.subspan(info.offset());
    return true;
}

bool Reader::resources() {
    const uint32_t count = r_.u32();
    if (!count) return true;
    const uint32_t stride = r_.u32();
    if (r_.failed() || stride < resource_size || count > r_.remaining() / stride)
        return refuse("has more resources than bytes");
    v_.resources = {arena_.array<ValidationResource>(count), count};
    for (ValidationResource &resource : v_.resources) {
        ByteReader b(r_.bytes(stride));
        resource = {};
        for (uint32_t *field : {&resource.type, &resource.space, &resource.lower, &resource.upper})
            *field = b.u32();
        if (stride >= resource_size_2) {
            resource.kind = b.u32();
            resource.flags = b.u32();
        }
    }
    return true;
}

bool Reader::element(Element *e, uint32_t number, uint32_t stride) {
    ByteReader b(r_.bytes(stride));
    const uint32_t name = b.u32(), first_index = b.u32();
    e->rows = b.u8();
    const uint8_t start_row = b.u8();
    const uint8_t shape = b.u8();
    const uint8_t kind = b.u8();
    const uint8_t type = b.u8();
    const uint8_t interpolation = b.u8();
    const uint8_t dynamic = b.u8();
    const unsigned columns = shape & 15, column = shape >> 4 & 3;
    const bool allocated = shape >> 6 & 1;
    if (kind >= static_cast<uint8_t>(SemanticKind::count)) return refuse("has a semantic of an unknown kind");
    if (!columns || columns > 4 || column + columns > 4 || !e->rows)
        return refuse("has a signature element of no size");
    if (type >= std::size(component_types) || interpolation >= interpolation_count)
        return refuse("has a signature element of an unknown type");
    bool terminated = true;
    if (strings_.size()) e->name = strings_.string_at(name, &terminated);
    if (!terminated) return refuse("names a semantic outside its strings");
    const auto k = static_cast<SemanticKind>(kind);
    if (e->name.empty()) e->name = signature::semantic(k).name;
    if (e->rows > indices_.size() || first_index > indices_.size() - e->rows)
        return refuse("has a semantic index outside its list");
    e->set_indices(indices_.data() + first_index);
    // Which domain, the stage's words tell: 1 isoline, 2 triangle, 3 quad.
    const uint32_t domain =
        v_.stage == ValidationStage::hull || v_.stage == ValidationStage::domain ? v_.stage_words[2] : 0;
    e->system_value = signature::system_value(k, domain);
    e->component_type = component_types[type];
    e->interpolation = static_cast<signature::Interpolation>(interpolation);
    if (allocated) e->register_index = start_row;
    e->mask = static_cast<uint8_t>(((1u << columns) - 1) << column);
    e->dynamic_index_mask = static_cast<uint8_t>((dynamic & 15u) << column & 15);
    e->stream = dynamic >> 4 & 3;
    e->scan_index = number;
    return true;
}

bool Reader::signatures() {
    const uint32_t string_size = r_.u32();
    strings_ = ByteReader(r_.bytes(string_size));
    const uint32_t index_count = r_.u32();
    if (r_.failed() || index_count > r_.remaining() / 4)
        return refuse("has more semantic indices than bytes");
    indices_ = words(index_count);
    bool terminated = true;
    if (v_.version >= 3 && string_size) v_.entry_name = strings_.string_at(entry_name_, &terminated);
    if (!terminated) return refuse("names an entry point outside its strings");

    const uint32_t total = counts_[0] + counts_[1] + counts_[2];
    const uint32_t stride = total ? r_.u32() : element_size;
    if (r_.failed() || stride < element_size || total > r_.remaining() / stride)
        return refuse("has more signature elements than bytes");
    signature::Signature *lists[] = {&v_.inputs, &v_.outputs, &v_.patch_constants};
    for (unsigned i = 0; i < 3; ++i) {
        *lists[i] = {arena_.array<Element>(counts_[i]), counts_[i]};
        for (uint32_t k = 0; k < counts_[i]; ++k) {
            Element e;
            if (!element(&e, k, stride)) return false;
            (*lists[i])[k] = e;
        }
    }
    return true;
}

bool Reader::run() {
    if (!info() || !resources()) return false;
    if (v_.version >= 1) {
        if (!signatures()) return false;
        for_each_table(v_, [&](std::span<const uint32_t> &table, uint32_t count) { table = words(count); });
    }
    return !r_.failed() || refuse("ends too early");
}

class Writer {
  public:
    Writer(const Validation &validation, Arena &arena, Diagnostics &diag)
        : v_(validation),
          arena_(arena),
          diag_(diag),
          w_(arena, 512),
          strings_(arena),
          indices_(arena),
          elements_(arena) {}

    Result run(std::span<const uint8_t> *out);

  private:
    Result refuse(const char *what) {
        diag_.error({}, Result::invalid_argument, code::dxil_signature,
                    "A validation section (PSV0) cannot hold %s.", what);
        return Result::invalid_argument;
    }
    uint32_t string(std::string_view text);
    uint32_t index_list(const Element &e);
    void element(const Element &e);

    const Validation &v_;
    Arena &arena_;
    Diagnostics &diag_;
    ByteWriter w_;
    ByteWriter strings_;
    Vec<uint32_t> indices_;
    ByteWriter elements_;
};

uint32_t Writer::string(std::string_view text) {
    const auto at = static_cast<uint32_t>(strings_.size());
    strings_.string(text);
    return at;
}

// Lists are shared where one stands inside what is there.
uint32_t Writer::index_list(const Element &e) {
    Vec<uint32_t> own(arena_, e.rows);
    for (uint32_t r = 0; r < e.rows; ++r)
        own.push(e.index_of_row(r));
    const auto at = std::search(indices_.begin(), indices_.end(), own.begin(), own.end());
    const auto first = static_cast<uint32_t>(at - indices_.begin());
    if (at == indices_.end()) indices_.append(own.span());
    return first;
}

void Writer::element(const Element &e) {
    const SemanticKind kind = signature::semantic_kind(e.system_value);
    const unsigned column = signature::start_column(e.mask);
    const bool allocated = e.register_index != signature::no_register;
    elements_.u32(kind == SemanticKind::arbitrary && !e.name.empty() ? string(e.name) : 0);
    elements_.u32(index_list(e));
    elements_.u8(e.rows);
    elements_.u8(allocated ? static_cast<uint8_t>(e.register_index) : 0);
    elements_.u8(
        static_cast<uint8_t>(signature::column_count(e.mask) | (allocated ? column << 4 | 1u << 6 : 0)));
    elements_.u8(static_cast<uint8_t>(kind));
    elements_.u8(static_cast<uint8_t>(stored_dxil_type(e)));
    elements_.u8(static_cast<uint8_t>(e.interpolation));
    elements_.u8(static_cast<uint8_t>(e.dynamic_index_mask >> column | e.stream << 4));
    elements_.u8(0);
}

Result Writer::run(std::span<const uint8_t> *out) {
    if (v_.version > last_version) return refuse("a version that is not known yet");
    const std::span<const Element> lists[] = {v_.inputs, v_.outputs, v_.patch_constants};
    for (const auto &list : lists) {
        if (list.size() > 255) return refuse("more than 255 elements of one signature");
        for (const Element &e : list)
            if (!e.rows || !e.mask || (e.register_index != signature::no_register && e.register_index > 255))
                return refuse("an element without rows or columns, or so high a register");
    }
    bool tables = true;
    for_each_table(
        v_, [&](const std::span<const uint32_t> &table, uint32_t count) { tables &= table.size() == count; });
    if (v_.version >= 1 && !tables) return refuse("a table of dependencies of this size");

    // The strings start with an empty one.
    strings_.u8(0);
    for (const auto &list : lists)
        for (const Element &e : list)
            element(e);
    const uint32_t entry_name = v_.version >= 3 ? string(v_.entry_name) : 0;
    strings_.align(4, 0);

    const size_t later = v_.version == last_version ? v_.later.size() : 0;
    w_.u32(static_cast<uint32_t>(info_sizes[v_.version] + later));
    for (uint32_t word : v_.stage_words)
        w_.u32(word);
    for (uint32_t lanes : v_.wave_lanes)
        w_.u32(lanes);
    if (v_.version >= 1) {
        w_.u8(static_cast<uint8_t>(v_.stage));
        w_.u8(v_.uses_view_id);
        if (v_.stage == ValidationStage::geometry)
            w_.u16(v_.max_vertex_count);
        else
            w_.u16(static_cast<uint16_t>(v_.patch_constant_vectors | v_.mesh_topology << 8));
        for (const auto &list : lists)
            w_.u8(static_cast<uint8_t>(list.size()));
        w_.u8(v_.input_vectors);
        for (uint8_t n : v_.output_vectors)
            w_.u8(n);
    }
    if (v_.version >= 2)
        for (uint32_t n : v_.thread_group_size)
            w_.u32(n);
    if (v_.version >= 3) w_.u32(entry_name);
    if (v_.version >= 4) w_.u32(v_.group_shared_bytes);
    if (later) w_.bytes(v_.later);

    w_.u32(static_cast<uint32_t>(v_.resources.size()));
    if (!v_.resources.empty()) w_.u32(v_.version >= 2 ? resource_size_2 : resource_size);
    for (const ValidationResource &resource : v_.resources) {
        for (uint32_t field : {resource.type, resource.space, resource.lower, resource.upper})
            w_.u32(field);
        if (v_.version >= 2) {
            w_.u32(resource.kind);
            w_.u32(resource.flags);
        }
    }
    if (v_.version >= 1) {
        w_.u32(static_cast<uint32_t>(strings_.size()));
        w_.bytes(strings_.data());
        w_.u32(static_cast<uint32_t>(indices_.size()));
        for (uint32_t index : indices_)
            w_.u32(index);
        if (elements_.size()) w_.u32(element_size);
        w_.bytes(elements_.data());
        for_each_table(v_, [&](const std::span<const uint32_t> &table, uint32_t) {
            for (uint32_t word : table)
                w_.u32(word);
        });
    }
    *out = w_.data();
    return Result::ok;
}

} // namespace

bool Validation::writes_position() const {
    switch (stage) {
    case ValidationStage::vertex: return stage_words[0] & 0xff;
    case ValidationStage::domain: return stage_words[1] & 0xff;
    case ValidationStage::geometry: return stage_words[3] & 0xff;
    default: return false;
    }
}

Result read_validation(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag, Validation *out) {
    *out = {};
    return Reader(part, arena, diag, out).run() ? Result::ok : Result::invalid_shader;
}

Result write_validation(const Validation &validation, Arena &arena, Diagnostics &diag,
                        std::span<const uint8_t> *out) {
    return Writer(validation, arena, diag).run(out);
}

} // namespace weft::container
