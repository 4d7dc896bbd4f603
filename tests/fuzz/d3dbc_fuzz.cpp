// Reader, printer, scans and lowering of Direct3D 9 bytecode on arbitrary bytes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "core/d3dbc/ctab.h"
#include "core/d3dbc/printer.h"
#include "core/d3dbc/reader.h"
#include "core/d3dbc/scan.h"
#include "core/d3dbc/signature.h"
#include "core/d3dbc/to_ir.h"
#include "core/ir/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    using namespace weft::d3dbc;
    Arena arena;
    Diagnostics diag(LogLevel::warning);
    Program program;
    if (failed(read({data, size}, arena, diag, &program))) return 0;
    print(program, {.colour = true, .header = true}, arena);
    synthesise(program, {}, arena, diag);
    synthesise(program, {.for_target = true}, arena, diag);
    scan_resources(program, {}, arena);
    ConstantTable table;
    if (read_constant_table(program, arena, &table)) {
        Member member;
        for (const Constant &c : table.constants)
            for (unsigned i = 0; i < c.type.members; ++i)
                read_member(table, c.type, i, &member);
    }
    LowerOptions options;
    options.float_model = size % 3 == 0 ? FloatModel::strict : FloatModel::finite;
    ir::Module module(arena);
    std::string message;
    if (!failed(to_ir(program, options, diag, &module)) && !ir::verify(module, &message)) {
        std::fprintf(stderr, "%s\n", message.c_str());
        std::abort();
    }
    return 0;
}
