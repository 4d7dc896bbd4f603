// What each step of a translation costs, on the sample shaders of both generations.
#include <benchmark/benchmark.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>

#include "core/container/container.h"
#include "core/d3dbc/reader.h"
#include "core/driver/languages.h"
#include "core/passes/legalise.h"
#include "core/passes/lower_exits.h"
#include "core/passes/optimise.h"
#include "core/spirv/writer.h"
#include "core/tpf/reader.h"

namespace weft {
namespace {

enum class Step { read, read_and_lower, optimise, lower_exits, legalise, write, whole };

const char *const step_names[] = {"read",     "read+lower", "optimise", "lower_exits",
                                  "legalise", "write",      "whole"};
const char *const samples[] = {"scene_vs.dxbc", "scene_ps.dxbc", "torus_vs.d3dbc", "torus_ps.d3dbc"};

Result read(std::span<const uint8_t> source, bool dxbc, Arena &arena, Diagnostics &diag) {
    if (!dxbc) {
        d3dbc::Program program;
        return d3dbc::read(source, arena, diag, &program);
    }
    container::ShaderParts parts;
    tpf::Program program;
    if (Result r = container::read_shader(source, false, arena, diag, &parts); failed(r)) return r;
    return tpf::read(parts.code, arena, diag, &program);
}

// Only the step in question is timed; what it needs is made anew each time, since passes work in place.
void run(benchmark::State &state, const char *name, Step step) {
    std::ifstream file(std::string(WEFT_SAMPLES) + "/" + name, std::ios::binary);
    std::string data((std::istreambuf_iterator<char>(file)), {});
    std::span<const uint8_t> source(reinterpret_cast<const uint8_t *>(data.data()), data.size());
    const bool dxbc = data.starts_with("DXBC");
    driver::Options options;
    options.source_type = dxbc ? driver::SourceType::dxbc_tpf : driver::SourceType::d3d_bytecode;
    options.target_type = driver::TargetType::spirv_binary;
    options.strip_debug = true;
    passes::Profile profile;
    size_t instructions = 0;
    size_t bytes = 0;
    for (auto _ : state) {
        Diagnostics diag;
        using Clock = std::chrono::steady_clock;
        auto begin = Clock::now();
        auto end = begin;
        auto timed = [&](Step which, auto &&work) {
            if (which == step) begin = Clock::now();
            bool ok = !failed(work());
            if (which == step) end = Clock::now();
            if (!ok) state.SkipWithError(diag.text().c_str());
            return ok && which != step;
        };
        [&] {
            Arena arena;
            if (step == Step::read) {
                timed(Step::read, [&] { return read(source, dxbc, arena, diag); });
                return;
            }
            auto *m = arena.make<ir::Module>(arena, source.size() / 8 + 64);
            auto lower = dxbc ? driver::lower_tpf : driver::lower_d3dbc;
            if (!timed(Step::read_and_lower, [&] { return lower(arena, source, options, diag, m); })) return;
            instructions = m->insts.size();
            if (!timed(Step::optimise, [&] { return passes::optimise(*m), Result::ok; })) return;
            if (!timed(Step::lower_exits, [&] { return passes::lower_exits(*m, diag); })) return;
            if (!timed(Step::legalise, [&] { return passes::legalise(*m, profile, diag); })) return;
            std::span<const uint32_t> words;
            if (!timed(Step::write, [&] { return spirv::write(*m, options, arena, diag, &words); })) return;
            bytes = words.size_bytes();
        }();
        if (step == Step::whole) end = Clock::now();
        state.SetIterationTime(std::chrono::duration<double>(end - begin).count());
    }
    if (instructions) state.counters["instructions"] = static_cast<double>(instructions);
    if (bytes) state.counters["bytes"] = static_cast<double>(bytes);
}

} // namespace
} // namespace weft

int main(int argc, char **argv) {
    using namespace weft;
    for (const char *sample : samples)
        for (Step step : {Step::read, Step::read_and_lower, Step::optimise, Step::lower_exits, Step::legalise,
                          Step::write, Step::whole})
            benchmark::RegisterBenchmark(
                (std::string(sample) + "/" + step_names[static_cast<int>(step)]).c_str(),
                [sample, step](benchmark::State &state) { run(state, sample, step); })
                ->UseManualTime()
                ->Unit(benchmark::kMicrosecond);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
