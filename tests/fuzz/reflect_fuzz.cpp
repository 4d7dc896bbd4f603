// Reflection of damaged shaders: a result or a diagnostic, and in a result names that end and trees that do.
#include <cstdlib>
#include <cstring>

#include "core/container/container.h"
#include "core/container/reflection.h"
#include "core/driver/reflect.h"

namespace {

using weft::container::ReflectedType;

uint64_t length(const char *name) {
    return name ? std::strlen(name) : 0;
}

// Types may have members in common, so that all ways through them are more than fuzzing has time for.
uint64_t walk(const ReflectedType *t, unsigned depth, uint64_t *left) {
    if (!t || !*left) return 0;
    if (depth > 128) std::abort();
    --*left;
    uint64_t n = length(t->name) + t->rows * t->columns;
    for (const ReflectedType::Member &m : t->members)
        n += length(m.name) + walk(m.type, depth + 1, left);
    for (const ReflectedType *i : t->interfaces)
        n += walk(i, depth + 1, left);
    return n + walk(t->subtype, depth + 1, left) + walk(t->base, depth + 1, left);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    Arena arena;
    Diagnostics diag;
    const std::span<const uint8_t> input(data, size);
    container::Reflection r;
    // Seeds are signed; mutations are not.
    container::Container c;
    if (failed(container::parse(input, true, arena, diag, &c))) return 0;
    const std::span<const uint8_t> sound = container::serialize(c.parts, arena);
    Diagnostics reading;
    const Result result = driver::reflect(sound, arena, reading, &r);
    if (failed(result) != reading.has_errors()) std::abort();
    if (failed(result)) return 0;
    uint64_t sum = length(r.creator), left = 1 << 16;
    for (const container::ReflectedBinding &b : r.bindings)
        sum += length(b.name) + b.type;
    for (const container::ReflectedBuffer &b : r.buffers) {
        sum += length(b.name);
        for (const container::ReflectedVariable &v : b.variables) {
            sum += length(v.name) + walk(v.type, 0, &left);
            if (v.default_value)
                for (uint32_t i = 0; i < v.size; ++i)
                    sum += static_cast<const uint8_t *>(v.default_value)[i];
        }
    }
    for (const signature::Signature &s : {r.inputs, r.outputs, r.patch_constants})
        for (const signature::Element &e : s)
            sum += length(e.name.data()) + e.mask;
    volatile uint64_t sink = sum;
    (void)sink;
    return 0;
}
