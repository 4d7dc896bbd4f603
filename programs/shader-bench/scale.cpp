#include "shader-bench/scale.h"

#include "common/child.h"
#include "shader-bench/synthetic.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/resource.h>
#include <unistd.h>

namespace weft::bench {
namespace {

constexpr unsigned first_length = 1024, last_length = 65536;
// On average of all steps. A single one may take more, where memory that the thread keeps no longer suffices;
// a square would take four times as long in every step.
constexpr double most_for_double = 2.2, most_for_a_step = 3;
constexpr unsigned patience_seconds = 60;
// Below this, what every compilation takes, and the size of a large page, count for more than the
// instructions do.
constexpr unsigned memory_counts_from = 65536;

struct Cost {
    double ns = 0;
    double bytes = 0;
    int result = 0;
};

struct Job {
    const Library *library;
    cli::Bytes container;
    unsigned rounds;
};

double resident_bytes() {
    long pages = 0, resident = 0;
    if (FILE *f = fopen("/proc/self/statm", "r")) {
        if (fscanf(f, "%ld %ld", &pages, &resident) != 2) resident = 0;
        fclose(f);
    }
    return double(resident) * double(sysconf(_SC_PAGESIZE));
}

// Of this process: what else the machine does lengthens the wall's time, above all that of long programs.
double cpu_ns() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

// In a child, whose peak is that of one compilation.
int work(void *context, int fd) {
    const Job &job = *static_cast<const Job *>(context);
    Cost cost;
    const double before = resident_bytes();
    cost.result = job.library->compile(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF).result;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    cost.bytes = std::max(0.0, double(usage.ru_maxrss) * 1024 - before);
    cost.ns = 1e18;
    for (unsigned i = 0; cost.result >= 0 && i < job.rounds; ++i) {
        const double start = cpu_ns();
        job.library->time_compile_ns(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF);
        cost.ns = std::min(cost.ns, cpu_ns() - start);
    }
    cli::write_all(fd, &cost, sizeof(cost));
    return 0;
}

} // namespace

bool measure_scaling(const Library &library) {
    bool good = true;
    printf("%-11s %12s %10s %7s %12s\n", "program", "instructions", "us", "growth", "bytes each");
    for (const SyntheticKind &kind : synthetic_kinds()) {
        double last = 0, total_growth = 1;
        unsigned steps = 0;
        unsigned last_count = 0;
        for (unsigned length = first_length; length <= last_length; length *= 2) {
            unsigned count;
            Job job{&library, {}, std::max(12u, 400 * first_length / length)};
            if (!library.wrap_program(synthetic_program(kind, length, count), job.container)) {
                fprintf(stderr, "shader-bench: the library cannot write containers\n");
                return false;
            }
            const auto child = cli::run_in_child(work, &job, patience_seconds);
            Cost cost;
            if (child.ending != cli::ChildResult::Ending::exited || child.text.size() != sizeof(cost)) {
                printf("%-11s %12u %s\n", kind.name, count,
                       cli::describe_ending(child, patience_seconds).c_str());
                good = false;
                break;
            }
            memcpy(&cost, child.text.data(), sizeof(cost));
            if (cost.result < 0) {
                printf("%-11s %12u refused with %d\n", kind.name, count, cost.result);
                good = false;
                break;
            }
            // Patterns do not divide every length.
            const double growth = last_count ? cost.ns / last * (2.0 * last_count / count) : 0;
            const double each = cost.bytes / count;
            const bool too_slow = growth > most_for_a_step;
            const bool too_large = kind.most_bytes && length >= memory_counts_from && each > kind.most_bytes;
            good = good && !too_slow && !too_large;
            printf("%-11s %12u %10.0f %7.2f %12.0f%s%s\n", kind.name, count, cost.ns / 1000, growth, each,
                   too_slow ? "  grows too fast" : "", too_large ? "  takes too much" : "");
            if (last_count) {
                total_growth *= growth;
                ++steps;
            }
            last = cost.ns;
            last_count = count;
        }
        const double mean = std::pow(total_growth, 1.0 / std::max(steps, 1u));
        if (mean <= most_for_double) continue;
        printf("%-11s takes %.2f times as long for twice the length\n", kind.name, mean);
        good = false;
    }
    return good;
}

} // namespace weft::bench
