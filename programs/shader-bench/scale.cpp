#include "shader-bench/scale.h"

#include "common/child.h"
#include "shader-bench/peak.h"
#include "shader-bench/synthetic.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <vector>

namespace weft::bench {
namespace {

constexpr unsigned first_length = 1024, steps = 6; // to 65536
constexpr double most_for_double = 2.2;
constexpr double most_bytes = 320;
constexpr unsigned patience_seconds = 60;
// What the machine does beside this comes and goes: lengths take turns so often. Growth compares neighbours
// of one turn, which met the same machine, and is the median of all turns.
constexpr unsigned sweeps = 15;
// Compiled first, so that what the library itself takes does not count.
constexpr unsigned warming_length = 256, warming_rounds = 16;

struct Outcome {
    double ns = 1e18; // the fastest
    size_t output = 0;
    int result = 0;
};

struct Job {
    const Library *library;
    cli::Bytes warming, container;
    unsigned rounds;
};

// One length of a pattern.
struct Length {
    Job job;
    unsigned count; // of instructions: patterns do not divide every length
    size_t output = 0;
    std::vector<double> times = {}; // the fastest of each sweep
};

// Of this process: what else the machine does lengthens the wall's time, above all that of long programs.
double cpu_ns() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

void warm(void *context) {
    const Job &job = *static_cast<const Job *>(context);
    for (unsigned i = 0; i < warming_rounds; ++i)
        job.library->compile(job.warming, VKD3D_SHADER_SOURCE_DXBC_TPF);
}

void compile(void *context) {
    const Job &job = *static_cast<const Job *>(context);
    job.library->compile(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF);
}

int work(void *context, int fd) {
    const Job &job = *static_cast<const Job *>(context);
    warm(context);
    const Library::Outcome first = job.library->compile(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF);
    Outcome outcome;
    outcome.result = first.result;
    outcome.output = first.bytes;
    for (unsigned i = 0; outcome.result >= 0 && i < job.rounds; ++i) {
        const double start = cpu_ns();
        job.library->time_compile_ns(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF);
        outcome.ns = std::min(outcome.ns, cpu_ns() - start);
    }
    cli::write_all(fd, &outcome, sizeof(outcome));
    return 0;
}

// False, with the reason on the output, when the shader does not compile.
bool measure(const SyntheticKind &kind, Length &length) {
    const auto child = cli::run_in_child(work, &length.job, patience_seconds);
    Outcome outcome;
    if (child.ending != cli::ChildResult::Ending::exited || child.text.size() != sizeof(outcome)) {
        printf("%-11s %12u %s\n", kind.name, length.count,
               cli::describe_ending(child, patience_seconds).c_str());
        return false;
    }
    memcpy(&outcome, child.text.data(), sizeof(outcome));
    if (outcome.result < 0) {
        printf("%-11s %12u refused with %d\n", kind.name, length.count, outcome.result);
        return false;
    }
    length.times.push_back(outcome.ns);
    length.output = outcome.output;
    return true;
}

// How much longer twice the length takes.
double growth(const Length &of, const Length &half) {
    std::vector<double> ratios(of.times.size());
    for (size_t i = 0; i < ratios.size(); ++i)
        ratios[i] = of.times[i] / half.times[i];
    const auto middle = ratios.begin() + long(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return *middle * (2.0 * half.count / of.count);
}

// Made in a child: what the library keeps of a call here would be there when a compilation's memory is
// measured.
bool make_container(const Library &library, const SyntheticKind &kind, unsigned length, cli::Bytes &container,
                    unsigned &count) {
    struct Request {
        const Library &library;
        std::vector<uint8_t> program;
    } request{library, synthetic_program(kind, length, count)};
    auto wrap = [](void *context, int fd) {
        const auto &r = *static_cast<Request *>(context);
        cli::Bytes bytes;
        if (!r.library.wrap_program(r.program, bytes)) return 1;
        cli::write_all(fd, bytes.data(), bytes.size());
        return 0;
    };
    const auto child = cli::run_in_child(wrap, &request, patience_seconds);
    container.assign(child.text.begin(), child.text.end());
    return child.ending == cli::ChildResult::Ending::exited && child.code == 0;
}

bool measure_kind(const Library &library, const SyntheticKind &kind) {
    std::vector<Length> lengths(steps + 1);
    for (unsigned i = 0; i <= steps; ++i) {
        const unsigned wanted = first_length << i;
        Length &l = lengths[i];
        l.job = {&library, {}, {}, std::max(2u, 24 * first_length / wanted)};
        unsigned ignored;
        if (!make_container(library, kind, warming_length, l.job.warming, ignored) ||
            !make_container(library, kind, wanted, l.job.container, l.count)) {
            fprintf(stderr, "shader-bench: the library cannot write containers\n");
            return false;
        }
    }
    for (unsigned sweep = 0; sweep < sweeps; ++sweep)
        for (Length &l : lengths)
            if (!measure(kind, l)) return false;
    bool good = true;
    const Length *last = nullptr;
    for (Length &l : lengths) {
        const double slower = last ? growth(l, *last) : 0;
        const bool too_slow = slower > most_for_double;
        const auto peak = peak_memory({warm, compile, &l.job, l.output}, patience_seconds);
        if (!peak) {
            fprintf(stderr, "shader-bench: its memory cannot be watched\n");
            return false;
        }
        const double each = double(*peak) / l.count;
        const bool too_large = each > most_bytes;
        good = good && !too_slow && !too_large;
        printf("%-11s %12u %10.0f %7.2f %12.0f%s%s\n", kind.name, l.count,
               *std::min_element(l.times.begin(), l.times.end()) / 1000, slower, each,
               too_slow ? "  grows too fast" : "", too_large ? "  takes too much" : "");
        last = &l;
    }
    return good;
}

} // namespace

bool measure_scaling(const Library &library) {
    keep_heap_small();
    bool good = true;
    printf("%-11s %12s %10s %7s %12s\n", "program", "instructions", "us", "growth", "bytes each");
    for (const SyntheticKind &kind : synthetic_kinds())
        good = measure_kind(library, kind) && good;
    return good;
}

} // namespace weft::bench
