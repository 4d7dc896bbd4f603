// vkd3d-dxbc's dumps of arbitrary containers.
#include <string>

#include "vkd3d-dxbc/dump.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft::dxbc;
    File file;
    file.name = "input";
    std::string error;
    if (!file.open({data, data + size}, true, error)) return 0;
    // Parts may overlap, so that many of them say much; a few will do.
    constexpr size_t part_limit = 64;
    Value all = list_parts(file);
    for (size_t i = 0; i < file.desc.section_count && i < part_limit; ++i)
        all.add("part", dump_part(file, file.desc.sections[i]));
    to_json(all);
    to_text(all);
    return 0;
}
