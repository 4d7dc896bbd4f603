#include "shader-bench/scale.h"

#include "common/child.h"
#include "shader-bench/peak.h"
#include "shader-bench/synthetic.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <semaphore>
#include <thread>
#include <vector>

namespace weft::bench {
namespace {

constexpr unsigned first_length = 1024, steps = 6; // to 65536
constexpr double most_for_double = 2.2;
constexpr double most_bytes = 320;
constexpr unsigned patience_seconds = 60;
// What the machine does beside this, a guest on the same core above all, comes and goes within a second and
// may cost half of the speed. So a length and its double take turns of equal work, each turn meets the
// machine that the other has met, and growth is the median over the turns. Ahead of what counts in a turn
// runs one that finds the caches full of the other length.
constexpr unsigned half_runs = 4, double_runs = 2;
constexpr unsigned most_turns = 200, fewest_turns = 8;
// All programs' turns so often: a bad spell meets a part of each program's then.
constexpr unsigned rounds = 4;
// Compiled first, so that what the library itself takes does not count.
constexpr unsigned warming_length = 256, warming_rounds = 16;

struct Job {
    const Library *library;
    cli::Bytes warming, container;
};

// One length of a pattern.
struct Length {
    Job job;
    unsigned count; // of instructions: patterns do not divide every length
    double ns = 1e18;
    size_t output = 0;
};

double cpu_ns() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
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

// Compiles in a thread of its own, so that a length does not meet memory that the library has kept for
// another.
class Worker {
  public:
    explicit Worker(const Job &job) : thread_([this, &job] { work(job); }) {}
    ~Worker() {
        runs_ = 0;
        start_.release();
        thread_.join();
    }
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    // Nanoseconds that so many compilations take.
    double take(unsigned runs) {
        runs_ = runs;
        start_.release();
        done_.acquire();
        return turn_ns_;
    }
    // Of the quickest.
    double ns() const { return ns_; }
    const Library::Outcome &last() const { return last_; }

  private:
    double once(const Job &job) {
        const double start = cpu_ns();
        last_ = job.library->compile(job.container, VKD3D_SHADER_SOURCE_DXBC_TPF);
        return cpu_ns() - start;
    }

    void work(const Job &job) {
        for (start_.acquire(); runs_; start_.acquire()) {
            once(job);
            turn_ns_ = 0;
            for (unsigned i = 0; i < runs_; ++i) {
                const double ns = once(job);
                ns_ = std::min(ns_, ns);
                turn_ns_ += ns;
            }
            done_.release();
        }
    }

    std::binary_semaphore start_{0}, done_{0};
    unsigned runs_ = 0;
    double turn_ns_ = 0, ns_ = 1e18;
    Library::Outcome last_{};
    std::thread thread_; // last: it uses the others
};

struct Comparison {
    const Job *half, *whole;
    unsigned turns;
};

// What a child says; growth in each turn follows.
struct Outcome {
    double half_ns, whole_ns;
    size_t half_output, whole_output;
    int result;
};

int compare(void *context, int fd) {
    use_heap_freely();
    const auto &comparison = *static_cast<const Comparison *>(context);
    Worker half(*comparison.half), whole(*comparison.whole);
    // Both take the memory that they need.
    half.take(1);
    whole.take(1);
    Outcome outcome{};
    outcome.half_output = half.last().bytes;
    outcome.whole_output = whole.last().bytes;
    outcome.result = std::min(half.last().result, whole.last().result);
    std::vector<double> growth;
    for (unsigned turn = 0; outcome.result >= 0 && turn < comparison.turns; ++turn) {
        const double ns = half.take(half_runs) / half_runs;
        growth.push_back(whole.take(double_runs) / double_runs / ns);
    }
    outcome.half_ns = half.ns();
    outcome.whole_ns = whole.ns();
    cli::write_all(fd, &outcome, sizeof(outcome));
    cli::write_all(fd, growth.data(), growth.size() * sizeof(double));
    return 0;
}

// A pattern at all lengths.
struct Program {
    const SyntheticKind *kind;
    std::vector<Length> lengths;
    std::vector<double> growth[steps + 1]; // from the length before, turn by turn
};

// Adds some turns. False, with the reason on the output, when a length does not compile.
bool measure_growth(Program &program, unsigned step) {
    Length &half = program.lengths[step - 1], &whole = program.lengths[step];
    Comparison comparison{&half.job, &whole.job, std::max(fewest_turns, most_turns >> step)};
    const auto child = cli::run_in_child(compare, &comparison, patience_seconds);
    Outcome outcome;
    if (child.ending != cli::ChildResult::Ending::exited || child.text.size() < sizeof(outcome)) {
        printf("%-11s %12u %s\n", program.kind->name, whole.count,
               cli::describe_ending(child, patience_seconds).c_str());
        return false;
    }
    memcpy(&outcome, child.text.data(), sizeof(outcome));
    if (outcome.result < 0) {
        printf("%-11s %12u refused with %d\n", program.kind->name, whole.count, outcome.result);
        return false;
    }
    half.ns = std::min(half.ns, outcome.half_ns);
    whole.ns = std::min(whole.ns, outcome.whole_ns);
    half.output = outcome.half_output;
    whole.output = outcome.whole_output;
    for (size_t at = sizeof(outcome); at + sizeof(double) <= child.text.size(); at += sizeof(double)) {
        double ratio;
        memcpy(&ratio, child.text.data() + at, sizeof(ratio));
        program.growth[step].push_back(ratio * (2.0 * half.count / whole.count));
    }
    return true;
}

double median(std::vector<double> &values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + long(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
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

bool make_lengths(const Library &library, Program &program) {
    program.lengths.resize(steps + 1);
    for (unsigned i = 0; i <= steps; ++i) {
        Length &l = program.lengths[i];
        l.job.library = &library;
        unsigned ignored;
        if (!make_container(library, *program.kind, warming_length, l.job.warming, ignored) ||
            !make_container(library, *program.kind, first_length << i, l.job.container, l.count)) {
            fprintf(stderr, "shader-bench: the library cannot write containers\n");
            return false;
        }
    }
    return true;
}

// Measures memory, too, and prints it all.
bool judge(Program &program) {
    bool good = true;
    for (unsigned i = 0; i <= steps; ++i) {
        Length &l = program.lengths[i];
        const double slower = median(program.growth[i]);
        const bool too_slow = slower > most_for_double;
        const auto peak = peak_memory({warm, compile, &l.job, l.output}, patience_seconds);
        if (!peak) {
            fprintf(stderr, "shader-bench: its memory cannot be watched\n");
            return false;
        }
        const double each = double(*peak) / l.count;
        const bool too_large = each > most_bytes;
        good = good && !too_slow && !too_large;
        printf("%-11s %12u %10.0f %7.2f %12.0f%s%s\n", program.kind->name, l.count, l.ns / 1000, slower, each,
               too_slow ? "  grows too fast" : "", too_large ? "  takes too much" : "");
    }
    return good;
}

} // namespace

bool measure_scaling(const Library &library) {
    keep_heap_small();
    std::vector<Program> programs;
    for (const SyntheticKind &kind : synthetic_kinds()) {
        programs.push_back({&kind, {}, {}});
        if (!make_lengths(library, programs.back())) return false;
    }
    for (unsigned round = 0; round < rounds; ++round)
        for (Program &program : programs)
            for (unsigned step = 1; step <= steps; ++step)
                if (!measure_growth(program, step)) return false;
    bool good = true;
    printf("%-11s %12s %10s %7s %12s\n", "program", "instructions", "us", "growth", "bytes each");
    for (Program &program : programs)
        good = judge(program) && good;
    return good;
}

} // namespace weft::bench
