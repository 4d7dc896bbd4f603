#include "dxil_rows.h"

#include "core/container/container.h"
#include "core/dxil/reader.h"

namespace weft::dxil {

unsigned forgotten_operation = ~0u;

} // namespace weft::dxil

namespace weft::mutation {

namespace {

using enum dxil::DxOp;

struct Row {
    dxil::DxOp first, last;
    DxilExcuse excuse;
};
// What lavapipe has no feature for is compiled and validated; its tests look for what it becomes.
constexpr Row excuses[] = {
    {CheckAccessFullyMapped, CheckAccessFullyMapped, {"the device has no sparse resources", true}},
    {InnerCoverage, InnerCoverage, {"the device has no conservative rasterisation", true}},
    {CycleCounterLegacy, CycleCounterLegacy, {"nothing is promised of the number", true}},
    {AttributeAtVertex, AttributeAtVertex, {"the device has no barycentrics", true}},
    {ViewID, ViewID, {"the device draws every view to the first layer", true}},
    {SetMeshOutputCounts, DispatchMesh, {"the device has no mesh shaders", true}},
    {AllocateRayQuery, RayQuery_CommittedObjectRayDirection, {"the device has no ray queries", true}},
    {RayQuery_CandidateInstanceContributionToHitGroupIndex,
     RayQuery_CommittedInstanceContributionToHitGroupIndex,
     {"the device has no ray queries", true}},
};

constexpr uint16_t translated_stages() {
    using enum dxil::ShaderKind;
    uint16_t bits = 0;
    for (const auto kind : {pixel, vertex, geometry, hull, domain, compute, mesh, amplification})
        bits |= dxil::stage_bit(kind);
    return bits;
}

} // namespace

DxilExcuse excuse_of(unsigned operation) {
    const dxil::Operation &op = dxil::operations[operation];
    if (op.refusal) return {op.refusal, false};
    constexpr uint8_t last_model = 0x68;
    if (op.model > last_model) return {"of shader model 6.9", false};
    if (!(op.stages & translated_stages())) return {"of ray tracing pipelines or work graphs only", false};
    for (const Row &row : excuses)
        if (operation >= static_cast<unsigned>(row.first) && operation <= static_cast<unsigned>(row.last))
            return row.excuse;
    return {};
}

void add_operations(const cli::Bytes &code, DxilOperations &out) {
    Arena arena;
    Diagnostics diag;
    container::Container parts;
    dxil::ProgramHeader header;
    const dxil::Module *module = nullptr;
    if (failed(container::parse(code, true, arena, diag, &parts))) return;
    const container::Part *part = parts.find(container::tag("DXIL"));
    if (!part || failed(dxil::read_header(part->data, diag, &header)) ||
        failed(dxil::read_module(header.bitcode, arena, diag, &module)))
        return;
    for (const dxil::Function &f : module->functions)
        for (const dxil::Instruction &ins :
             module->instructions.span().subspan(f.instructions.first, f.instructions.count)) {
            if (ins.opcode != dxil::Opcode::call || ins.count < 2) continue;
            const dxil::Value &callee = module->value(&f, module->operands[ins.first]);
            if (callee.kind != dxil::ValueKind::function || !module->name(callee).starts_with("dx.op."))
                continue;
            const uint32_t first = module->operands[ins.first + 1];
            if (first >= module->value_count(&f)) continue;
            const dxil::Value &number = module->value(&f, first);
            if (number.kind != dxil::ValueKind::constant) continue;
            const dxil::Constant &c = module->constants[number.index];
            if (c.kind == dxil::ConstantKind::integer ? c.bits < out.size()
                                                      : c.kind == dxil::ConstantKind::null)
                out.set(c.kind == dxil::ConstantKind::integer ? c.bits : 0);
        }
}

} // namespace weft::mutation
