#include "core/driver/reflect.h"

#include "core/container/container.h"
#include "core/dxil/reflection.h"

namespace weft::driver {

Result reflect(std::span<const uint8_t> data, Arena &arena, Diagnostics &diag, container::Reflection *out) {
    container::Container container;
    const bool is_unsigned = container::is_unsigned(data);
    if (Result r = container::parse(data, is_unsigned, arena, diag, &container); failed(r)) return r;
    const bool is_dxil = container.find(container::tag("DXIL"));
    // Only DXIL may be.
    if (is_unsigned && !is_dxil) return container::parse(data, false, arena, diag, &container);
    return is_dxil ? dxil::read_reflection(container, arena, diag, out)
                   : container::read_reflection(container, arena, diag, out);
}

} // namespace weft::driver
