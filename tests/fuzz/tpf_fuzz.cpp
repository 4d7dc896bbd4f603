// Reader, printer and scan on arbitrary token streams.
#include "core/tpf/printer.h"
#include "core/tpf/reader.h"
#include "core/tpf/scan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    Arena arena;
    Diagnostics diag;
    tpf::Program program;
    if (failed(tpf::read({data, size}, arena, diag, &program))) return 0;
    tpf::PrintOptions options;
    options.colour = size & 1;
    tpf::print(program, options, arena);
    driver::ScanRequest request;
    request.descriptors = request.combined_samplers = true;
    driver::ScanResult result;
    tpf::scan(program, request, arena, diag, &result);
    return 0;
}
