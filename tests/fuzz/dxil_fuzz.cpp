// Bitstream, module reader, listing, interface, scan and lowering on arbitrary bytes. What is lowered is
// sound IR.
#include <cstdio>
#include <cstdlib>

#include "core/container/container.h"
#include "core/dxil/printer.h"
#include "core/dxil/reader.h"
#include "core/dxil/scan.h"
#include "core/dxil/to_ir.h"
#include "core/ir/verify.h"
#include "core/passes/pipeline.h"
#include "core/support/bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    Arena arena;
    Diagnostics diag;
    std::span<const uint8_t> input(data, size);
    dxil::ProgramHeader header;
    header.bitcode = input;
    // Seeds are containers; of those the program alone, whatever the checksum says. Anything else is bitcode.
    container::Container c;
    dxil::ContainerParts parts;
    if (size >= 8 && load_u32(data) == container::tag("DXBC")) {
        if (failed(container::parse(input, true, arena, diag, &c))) return 0;
        const container::Part *part = c.find(container::tag("DXIL"));
        if (!part) part = c.find(container::tag("ILDB"));
        if (!part || failed(dxil::read_header(part->data, diag, &header))) return 0;
        if (const container::Part *p = c.find(container::tag("PSV0"))) parts.validation = p->data;
    }
    const dxil::Module *module = nullptr;
    Diagnostics reading;
    const Result r = dxil::read_module(header.bitcode, arena, reading, &module);
    if (failed(r) != reading.has_errors()) {
        std::fputs("a result that its diagnostics deny\n", stderr);
        std::abort();
    }
    if (failed(r)) return 0;
    Diagnostics printing;
    std::string_view text;
    dxil::print(header, *module, {.colour = (size & 1) != 0}, arena, printing, &text);
    dxil::Interface interface;
    if (failed(dxil::read_interface(header, *module, arena, printing, &interface))) return 0;
    dxil::check_parts(interface, parts, arena, printing);
    driver::ScanRequest request;
    request.descriptors = request.combined_samplers = true;
    driver::ScanResult result;
    dxil::scan(*module, interface, request, arena, printing, &result);

    auto *ir = arena.make<ir::Module>(arena);
    Diagnostics lowering;
    const Result lowered = dxil::to_ir(*module, interface, {}, lowering, ir);
    if (failed(lowered) != lowering.has_errors()) {
        std::fputs("a lowering that its diagnostics deny\n", stderr);
        std::abort();
    }
    if (failed(lowered)) return 0;
    std::string message;
    if (!ir::verify(*ir, &message)) {
        std::fprintf(stderr, "unsound IR: %s\n", message.c_str());
        std::abort();
    }
    Diagnostics passing;
    passes::PassOptions pass;
    pass.verify = true;
    if (failed(passes::run(*ir, pass, passing)) && passing.result() == Result::error) {
        std::fprintf(stderr, "%s\n", passing.text().c_str());
        std::abort();
    }
    return 0;
}
