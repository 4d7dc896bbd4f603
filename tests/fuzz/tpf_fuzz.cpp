// Reader, printer, scan and lowering on arbitrary token streams.
#include <cstdio>
#include <cstdlib>

#include "core/container/container.h"
#include "core/ir/verify.h"
#include "core/passes/pipeline.h"
#include "core/support/bytes.h"
#include "core/tpf/printer.h"
#include "core/tpf/reader.h"
#include "core/tpf/scan.h"
#include "core/tpf/to_ir.h"

namespace {

// Without a container there is no signature: every register is one element.
struct Registers {
    Registers() {
        for (uint32_t i = 0; i < std::size(elements); ++i) {
            elements[i].name = "R";
            elements[i].semantic_index = elements[i].scan_index = elements[i].register_index = i;
            elements[i].mask = elements[i].used_mask = 15;
        }
    }
    weft::signature::Element elements[8];
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    Arena arena;
    Diagnostics diag;
    std::span<const uint8_t> code(data, size);
    // Seeds are containers; of those the code alone, whatever the checksum says.
    container::Container c;
    if (size >= 8 && load_u32(data) == container::tag("DXBC") &&
        !failed(container::parse(code, true, arena, diag, &c)))
        for (const container::Part &part : c.parts)
            if (part.tag == container::tag("SHDR") || part.tag == container::tag("SHEX")) code = part.data;
    tpf::Program program;
    if (failed(tpf::read(code, arena, diag, &program))) return 0;
    tpf::PrintOptions options;
    options.colour = size & 1;
    tpf::print(program, options, arena);
    driver::ScanRequest request;
    request.descriptors = request.combined_samplers = true;
    driver::ScanResult result;
    tpf::scan(program, request, arena, diag, &result);

    Diagnostics lowering;
    Registers registers;
    ir::Module module(arena);
    std::string message;
    if (failed(tpf::to_ir(program, {registers.elements, registers.elements, {}}, {}, lowering, &module)))
        return 0;
    if (!ir::verify(module, &message)) {
        std::fprintf(stderr, "%s\n", message.c_str());
        std::abort();
    }
    passes::PassOptions pass;
    pass.verify = true;
    pass.profile.demote = size & 2;
    if (passes::run(module, pass, lowering) == Result::error) {
        std::fputs(lowering.text().c_str(), stderr);
        std::abort();
    }
    return 0;
}
