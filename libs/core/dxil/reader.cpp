#include "core/dxil/reader.h"

#include "core/dxil/module_reader.h"
#include "core/support/bytes.h"

namespace weft::dxil {

namespace {

constexpr size_t header_size = 24;
constexpr size_t magic_offset = 8; // the bitcode's offset counts from here
constexpr uint32_t dxil_magic = 0x4c495844;
constexpr uint32_t bitcode_magic = 0xdec04342;

constexpr size_t max_groups = 256;

enum ModuleCode : uint32_t {
    code_version = 1,
    code_triple = 2,
    code_data_layout = 3,
    code_variable = 7,
    code_function = 8,
    code_alias = 9,
};

enum SymbolCode : uint32_t { symbol_value = 1, symbol_block_name = 2 };

} // namespace

Result read_header(std::span<const uint8_t> part, Diagnostics &diag, ProgramHeader *out) {
    if (part.size() < header_size) {
        diag.error({}, Result::invalid_shader, code::dxil_size,
                   "The program has %zu bytes; its header alone has %zu.", part.size(), header_size);
        return Result::invalid_shader;
    }
    ByteReader r(part);
    const uint32_t version = r.u32();
    const uint32_t words = r.u32();
    const uint32_t magic = r.u32();
    out->dxil_version = r.u32();
    const uint32_t offset = r.u32();
    const uint32_t size = r.u32();
    out->kind = version >> 16;
    out->major = version >> 4 & 0xf;
    out->minor = version & 0xf;
    if (magic != dxil_magic) {
        diag.error({}, Result::invalid_shader, code::dxil_size, "The program's magic number is 0x%08x.",
                   magic);
        return Result::invalid_shader;
    }
    if (words > part.size() / 4) {
        diag.error({}, Result::invalid_shader, code::dxil_size,
                   "The program is %u words long; its section has %zu.", words, part.size() / 4);
        return Result::invalid_shader;
    }
    if (offset < header_size - magic_offset || offset > part.size() - magic_offset) {
        diag.error({}, Result::invalid_shader, code::dxil_chunk_offset,
                   "The bitcode starts at 0x%x, outside the program's section.", offset);
        return Result::invalid_shader;
    }
    if (size > part.size() - magic_offset - offset) {
        diag.error({}, Result::invalid_shader, code::dxil_chunk_size,
                   "The bitcode is %u bytes long; its section has room for %zu.", size,
                   part.size() - magic_offset - offset);
        return Result::invalid_shader;
    }
    out->bitcode = part.subspan(magic_offset + offset, size);
    return Result::ok;
}

Result read_module(std::span<const uint8_t> bitcode, Arena &arena, Diagnostics &diag, const Module **out) {
    if (bitcode.size() < 8 || load_u32(bitcode.data()) != bitcode_magic) {
        diag.error({}, Result::invalid_shader, code::dxil_bitcode,
                   "The bitcode does not start with its magic number.");
        return Result::invalid_shader;
    }
    auto *reader = arena.make<ModuleReader>(bitcode, arena, diag);
    if (!reader->run()) return diag.result();
    *out = &reader->module();
    return Result::ok;
}

ModuleReader::ModuleReader(std::span<const uint8_t> bitcode, Arena &arena, Diagnostics &diag)
    : arena_(arena),
      diag_(diag),
      stream_(bitcode, arena),
      m_(*arena.make<Module>(arena, bitcode.size())),
      type_depth_(arena),
      pointers_(arena),
      pair_with_bool_(arena),
      vectors_(arena),
      global_expectations_(arena),
      expectations_(arena),
      scratch_(arena, 64) {
}

bool ModuleReader::bad_stream() {
    diag_.error({}, Result::invalid_shader, code::dxil_bitcode, "%s (byte 0x%llx of the bitcode).",
                stream_.error(), static_cast<unsigned long long>(stream_.fault_bit() / 8));
    return false;
}

bool ModuleReader::fail(unsigned code, const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    diag_.error({}, Result::invalid_shader, code, "%s (byte 0x%llx of the bitcode).", message,
                static_cast<unsigned long long>(bit_ / 8));
    return false;
}

std::string_view ModuleReader::text(std::span<const uint64_t> chars) {
    char *p = arena_.array<char>(chars.size() + 1);
    for (size_t i = 0; i < chars.size(); ++i)
        p[i] = static_cast<char>(chars[i]);
    p[chars.size()] = 0;
    return {p, chars.size()};
}

uint32_t ModuleReader::add_string(std::string_view s) {
    m_.strings.push(s);
    return static_cast<uint32_t>(m_.strings.size() - 1);
}

bool ModuleReader::run() {
    if (!stream_.start()) return bad_stream();
    while (!stream_.at_end()) {
        uint32_t id;
        if (!stream_.next_top_level(&id)) return bad_stream();
        bit_ = stream_.bit();
        if (id == module_block) return module_records(); // what follows is padding
        // Anything else at this level (identification, a string table) says nothing about a DXIL module.
        if (!(id == block_info ? stream_.read_block_info() : stream_.skip())) return bad_stream();
    }
    return fail(code::dxil_module, "The bitcode holds no module");
}

bool ModuleReader::module_records() {
    const auto record = [this](const Record &r) {
        switch (r.code) {
        case code_version:
            // Value numbers in functions are relative since version 1, which is what DXIL is made from.
            if (r.size() != 1 || r[0] != 1)
                return fail(code::dxil_version, "Bitcode of version %llu is not implemented",
                            r.size() ? static_cast<unsigned long long>(r[0]) : 0ull);
            return true;
        case code_triple: m_.triple = text(r.ops); return true;
        case code_data_layout: m_.data_layout = text(r.ops); return true;
        case code_variable: return variable(r);
        case code_function: return function(r);
        case code_alias: return fail(code::dxil_module, "Aliases are not allowed");
        default: return true; // section and collector names, comdats: not used
        }
    };
    const auto block = [this](uint32_t id) {
        switch (id) {
        case block_info: return stream_.read_block_info() || bad_stream();
        case type_block: return types();
        case attribute_group_block: return attribute_groups();
        case attribute_block: return attribute_lists();
        case constants_block: return constants(nullptr);
        case metadata_block: return metadata(nullptr);
        case symbol_block: return symbols(nullptr);
        case function_block: return function_body();
        default: return stream_.skip() || bad_stream(); // use-list orders, debug info kinds of newer writers
        }
    };
    return each(record, block) && finish_module();
}

bool ModuleReader::variable(const Record &r) {
    if (functions_started_ || !m_.constants.empty())
        return fail(code::dxil_module, "A global variable is declared after constants or code");
    uint64_t type, flags, init, linkage, alignment;
    if (!take(&type) || !take(&flags) || !take(&init) || !take(&linkage) || !take(&alignment)) return false;
    if (!valid_type(type)) return false;
    Variable v;
    v.constant = flags & 1;
    v.value_type = static_cast<uint32_t>(type);
    uint32_t pointer;
    if (flags & 2) {
        v.address_space = static_cast<uint32_t>(flags >> 2);
        pointer = pointer_to(v.value_type, v.address_space);
        if (pointer == none)
            return fail(code::dxil_type, "No type is a pointer to that of a global variable");
    } else {
        pointer = v.value_type;
        const Type &t = m_.types[pointer];
        if (t.kind != TypeKind::pointer)
            return fail(code::dxil_type, "A global variable's type is no pointer");
        v.value_type = m_.element(t);
        v.address_space = static_cast<uint32_t>(t.size);
    }
    if (init > none) return fail(code::dxil_operand, "A global variable's initial value is out of range");
    v.initializer = static_cast<uint32_t>(init) - 1;
    if (v.initializer != none) global_expectations_.push({v.initializer, v.value_type, bit_});
    v.linkage = static_cast<uint32_t>(linkage);
    if (!align(alignment, &v.align)) return false;
    if (r.size() > 7) v.thread_local_mode = static_cast<uint8_t>(r[7] & 7);
    if (r.size() > 8) v.unnamed_address = r[8];
    if (r.size() > 9) v.external_initializer = r[9];
    m_.global_values.push({ValueKind::variable, pointer, static_cast<uint32_t>(m_.variables.size())});
    m_.variables.push(v);
    return true;
}

bool ModuleReader::function(const Record &r) {
    if (functions_started_ || !m_.constants.empty())
        return fail(code::dxil_function, "A function is declared after constants or code");
    uint64_t type;
    uint32_t is_declaration;
    Function f;
    if (!take(&type) || !take_u32(&f.calling_convention) || !take_u32(&is_declaration) ||
        !take_u32(&f.linkage) || !take_u32(&f.attributes))
        return false;
    if (!valid_type(type)) return false;
    uint32_t pointer;
    f.type = static_cast<uint32_t>(type);
    if (m_.types[f.type].kind == TypeKind::pointer) {
        pointer = f.type;
        f.type = m_.element(m_.types[pointer]);
    } else {
        pointer = pointer_to(f.type, 0);
    }
    if (pointer == none || m_.types[f.type].kind != TypeKind::function)
        return fail(code::dxil_function, "A function's type is none of functions");
    if (f.attributes > m_.attribute_lists.size())
        return fail(code::dxil_function, "A function has attribute list %u; there are %zu", f.attributes,
                    m_.attribute_lists.size());
    f.is_declaration = is_declaration;
    f.unnamed_address = r.size() > 9 && r[9];
    f.value = static_cast<uint32_t>(m_.global_values.size());
    m_.global_values.push({ValueKind::function, pointer, static_cast<uint32_t>(m_.functions.size())});
    m_.functions.push(f);
    return true;
}

bool ModuleReader::start_functions() {
    if (functions_started_) return true;
    functions_started_ = true;
    m_.global_metadata = static_cast<uint32_t>(m_.metadata.size());
    return finish_constants(nullptr, 0) && check(global_expectations_.span(), nullptr) &&
           finish_metadata(nullptr, 0, 0);
}

bool ModuleReader::finish_module() {
    if (!start_functions()) return false;
    for (size_t i = next_body_; i < m_.functions.size(); ++i)
        if (!m_.functions[i].is_declaration) return fail(code::dxil_function, "A function has no body");
    return true;
}

bool ModuleReader::check(std::span<const Expectation> expectations, const Function *function) {
    const uint32_t count = m_.value_count(function);
    for (const Expectation &e : expectations) {
        if (e.value < count && m_.value(function, e.value).type == e.type) continue;
        bit_ = e.bit;
        return e.value < count ? fail(code::dxil_type, "Value %u has another type than its use", e.value)
                               : fail(code::dxil_operand, "Value %u is used but nothing defines it", e.value);
    }
    return true;
}

bool ModuleReader::symbols(Function *function) {
    return each([&](const Record &r) {
        if (r.code != symbol_value && r.code != symbol_block_name) return true;
        uint64_t id;
        if (!take(&id)) return false;
        const std::string_view name = text(r.ops.subspan(1));
        if (r.code == symbol_value) {
            if (id >= m_.value_count(function))
                return fail(code::dxil_symbols, "The symbol table names value %llu, which nothing defines",
                            static_cast<unsigned long long>(id));
            const auto globals = m_.global_values.size();
            Value &v = id < globals ? m_.global_values[id]
                                    : m_.local_values[function->values.first + (id - globals)];
            v.name = add_string(name);
            return true;
        }
        if (!function || id >= function->blocks.count)
            return fail(code::dxil_symbols, "The symbol table names a block that does not exist");
        if (m_.block_names.size() < m_.block_starts.size()) m_.block_names.resize(m_.block_starts.size(), 0);
        m_.block_names[function->blocks.first + id] = add_string(name);
        return true;
    });
}

bool ModuleReader::attribute_groups() {
    return each([this](const Record &r) {
        if (r.code != 3) return true;
        AttributeGroup g{};
        uint64_t parameter;
        if (!take(&g.id) || !take(&parameter)) return false;
        g.parameter = static_cast<uint32_t>(parameter);
        g.first = static_cast<uint32_t>(m_.attributes.size());
        while (at_ < r.size()) {
            Attribute a{};
            uint64_t kind;
            if (!take(&kind)) return false;
            a.kind = static_cast<uint8_t>(kind);
            if (kind > 4 || kind == 2) return fail(code::dxil_module, "An attribute is of unknown kind");
            if (kind < 3) {
                if (!take(&a.id) || (kind == 1 && !take(&a.value))) return false;
            } else {
                for (std::string_view *out : {&a.key, &a.text}) {
                    const size_t start = at_;
                    uint64_t c;
                    do {
                        if (!take(&c)) return false;
                    } while (c);
                    *out = text(r.ops.subspan(start, at_ - 1 - start));
                    if (kind == 3) break;
                }
            }
            m_.attributes.push(a);
        }
        g.count = static_cast<uint32_t>(m_.attributes.size()) - g.first;
        m_.groups.push(g);
        return true;
    });
}

bool ModuleReader::attribute_lists() {
    return each([this](const Record &r) {
        if (r.code != 2) return true;
        // One group a parameter; whoever looks for a parameter's walks the list.
        if (r.size() > max_groups)
            return fail(code::dxil_module, "An attribute list has %zu groups", r.size());
        Range list{static_cast<uint32_t>(m_.group_lists.size()), static_cast<uint32_t>(r.size())};
        for (uint64_t id : r.ops) {
            // Writers number groups from 1 in order, so that the first look mostly hits.
            uint32_t index = none;
            if (id && id <= m_.groups.size() && m_.groups[id - 1].id == id)
                index = static_cast<uint32_t>(id - 1);
            if (index == none)
                return fail(code::dxil_module, "An attribute list refers to group %llu, which does not exist",
                            static_cast<unsigned long long>(id));
            m_.group_lists.push(index);
        }
        m_.attribute_lists.push(list);
        return true;
    });
}

} // namespace weft::dxil
