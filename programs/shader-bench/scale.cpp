#include "shader-bench/scale.h"

#include "common/child.h"
#include "shader-bench/synthetic.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

namespace weft::bench {
namespace {

constexpr unsigned first_length = 1024, steps = 6; // to 65536
constexpr double most_for_double = 2.2;
constexpr double most_bytes = 320;
constexpr unsigned patience_seconds = 60;
// What the machine does beside this comes and goes: lengths take turns so often, and the third fastest
// counts, since virtual machines now and then report less time than they took.
constexpr unsigned sweeps = 12;
// Below this, the first block of memory and the size of a page count for more than the instructions do.
constexpr unsigned memory_counts_from = 16384;
// Compiled first, so that neither what the library itself takes counts nor what it kept of the parent's
// calls.
constexpr unsigned warming_length = 256, warming_rounds = 16;

struct Cost {
    double ns = 1e18;
    double bytes = 1e18;
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
    Cost cost;
    std::vector<double> times; // the fastest of each sweep
};

// Of what is in memory, the most since forget_peak().
void forget_peak() {
    if (FILE *f = fopen("/proc/self/clear_refs", "w")) {
        fputs("5", f);
        fclose(f);
    }
}

double peak_bytes() {
    unsigned long long kilobytes = 0;
    if (FILE *f = fopen("/proc/self/status", "r")) {
        char line[128];
        while (fgets(line, sizeof(line), f))
            if (sscanf(line, "VmHWM: %llu", &kilobytes) == 1) break;
        fclose(f);
    }
    return double(kilobytes) * 1024;
}

// Of this process: what else the machine does lengthens the wall's time, above all that of long programs.
double cpu_ns() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

// In a child, whose peak is that of one compilation. The result is there when the peak is, or all but that:
// it is not counted.
int work(void *context, int fd) {
    const Job &job = *static_cast<const Job *>(context);
    Cost cost;
    for (unsigned i = 0; i < warming_rounds; ++i)
        job.library->compile(job.warming, VKD3D_SHADER_SOURCE_DXBC_TPF);
    forget_peak();
    const double before = peak_bytes();
    const Library::Outcome outcome = job.library->compile(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF);
    cost.result = outcome.result;
    cost.bytes = std::max(0.0, peak_bytes() - before - double(outcome.bytes));
    for (unsigned i = 0; cost.result >= 0 && i < job.rounds; ++i) {
        const double start = cpu_ns();
        job.library->time_compile_ns(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF);
        cost.ns = std::min(cost.ns, cpu_ns() - start);
    }
    cli::write_all(fd, &cost, sizeof(cost));
    return 0;
}

// False, with the reason on the output, when the shader does not compile.
bool measure(const SyntheticKind &kind, Length &length) {
    const auto child = cli::run_in_child(work, &length.job, patience_seconds);
    Cost cost;
    if (child.ending != cli::ChildResult::Ending::exited || child.text.size() != sizeof(cost)) {
        printf("%-11s %12u %s\n", kind.name, length.count,
               cli::describe_ending(child, patience_seconds).c_str());
        return false;
    }
    memcpy(&cost, child.text.data(), sizeof(cost));
    if (cost.result < 0) {
        printf("%-11s %12u refused with %d\n", kind.name, length.count, cost.result);
        return false;
    }
    length.times.push_back(cost.ns);
    length.cost.bytes = std::min(length.cost.bytes, cost.bytes);
    return true;
}

bool measure_kind(const Library &library, const SyntheticKind &kind) {
    std::vector<Length> lengths(steps + 1);
    for (unsigned i = 0; i <= steps; ++i) {
        const unsigned wanted = first_length << i;
        Length &l = lengths[i];
        l.job = {&library, {}, {}, std::max(2u, 24 * first_length / wanted)};
        unsigned ignored;
        if (!library.wrap_program(synthetic_program(kind, warming_length, ignored), l.job.warming) ||
            !library.wrap_program(synthetic_program(kind, wanted, l.count), l.job.container)) {
            fprintf(stderr, "shader-bench: the library cannot write containers\n");
            return false;
        }
    }
    for (unsigned sweep = 0; sweep < sweeps; ++sweep)
        for (Length &l : lengths)
            if (!measure(kind, l)) return false;
    for (Length &l : lengths) {
        std::sort(l.times.begin(), l.times.end());
        l.cost.ns = l.times[sweeps / 4];
    }
    bool good = true;
    const Length *last = nullptr;
    for (const Length &l : lengths) {
        const double growth = last ? l.cost.ns / last->cost.ns * (2.0 * last->count / l.count) : 0;
        const double each = l.cost.bytes / l.count;
        const bool too_slow = growth > most_for_double;
        const bool too_large = l.count >= memory_counts_from && each > most_bytes;
        good = good && !too_slow && !too_large;
        printf("%-11s %12u %10.0f %7.2f %12.0f%s%s\n", kind.name, l.count, l.cost.ns / 1000, growth, each,
               too_slow ? "  grows too fast" : "", too_large ? "  takes too much" : "");
        last = &l;
    }
    return good;
}

} // namespace

bool measure_scaling(const Library &library) {
    bool good = true;
    printf("%-11s %12s %10s %7s %12s\n", "program", "instructions", "us", "growth", "bytes each");
    for (const SyntheticKind &kind : synthetic_kinds())
        good = measure_kind(library, kind) && good;
    return good;
}

} // namespace weft::bench
