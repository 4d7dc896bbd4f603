#include "shader-bench/peak.h"

#include "common/child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <malloc.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::bench {
namespace {

constexpr size_t page = 4096;
// From this size on an allocation is a mapping of its own. Results of the shortest programs are larger.
constexpr int mapped_from = 16 * 1024;

// The kernel's own peak (VmHWM) comes from counters that are off by some dozen pages; this walks the pages.
size_t resident_bytes(pid_t pid) {
    unsigned long long kilobytes = 0;
    if (FILE *f = fopen(("/proc/" + std::to_string(pid) + "/smaps_rollup").c_str(), "r")) {
        char line[128];
        while (fgets(line, sizeof(line), f))
            if (sscanf(line, "Anonymous: %llu", &kilobytes) == 1) break;
        fclose(f);
    }
    return size_t(kilobytes) * 1024;
}

// A process whose system calls are watched.
class Watched {
  public:
    explicit Watched(pid_t pid) : pid_(pid) {}
    ~Watched() {
        kill(pid_, SIGKILL);
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    Watched(const Watched &) = delete;
    Watched &operator=(const Watched &) = delete;

    // The signal that has stopped it; 0 when it has ended.
    int wait() const {
        int status = 0;
        return waitpid(pid_, &status, 0) == pid_ && WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
    }
    bool watch() const {
        return ptrace(PTRACE_SETOPTIONS, pid_, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL) == 0;
    }
    // On to the beginning or the end of the next call.
    int step() const { return ptrace(PTRACE_SYSCALL, pid_, nullptr, nullptr) == 0 ? wait() : 0; }
    // Whether the call that begins maps an allocation of this size.
    bool maps(size_t size) const {
        __ptrace_syscall_info call{};
        if (ptrace(PTRACE_GET_SYSCALL_INFO, pid_, sizeof(call), &call) <= 0) return false;
        return call.op == PTRACE_SYSCALL_INFO_ENTRY && call.entry.nr == SYS_mmap &&
               call.entry.args[1] >= size && call.entry.args[1] < size + 2 * page;
    }
    size_t resident() const { return resident_bytes(pid_); }

  private:
    pid_t pid_;
};

constexpr int stopped_in_call = SIGTRAP | 0x80;

} // namespace

void keep_heap_small() {
    mallopt(M_MMAP_THRESHOLD, mapped_from);
    mallopt(M_TRIM_THRESHOLD, int(page));
    mallopt(M_TOP_PAD, 0);
}

// What glibc's limits become by themselves once a large allocation was freed.
void use_heap_freely() {
    constexpr int largest_on_heap = 32 * 1024 * 1024;
    mallopt(M_MMAP_THRESHOLD, largest_on_heap);
    mallopt(M_TRIM_THRESHOLD, 2 * largest_on_heap);
}

// What is resident shrinks in system calls alone, so it is enough to look at each.
std::optional<size_t> peak_memory(const Work &work, unsigned timeout_seconds) {
    const pid_t pid = fork();
    if (pid < 0) return std::nullopt;
    if (pid == 0) {
        cli::enter_child(timeout_seconds);
        work.prepare(work.context);
        if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(1);
        raise(SIGSTOP);
        work.run(work.context);
        raise(SIGSTOP);
        _exit(0);
    }
    const Watched child(pid);
    if (child.wait() != SIGSTOP || !child.watch()) return std::nullopt;
    const size_t before = child.resident();
    size_t ahead_of_result = before, with_result = 0;
    for (int signal = 0; signal != SIGSTOP;) {
        signal = child.step();
        if (signal != stopped_in_call && signal != SIGSTOP) return std::nullopt;
        with_result = std::max(with_result, child.resident());
        if (signal == SIGSTOP || !child.maps(work.result)) continue;
        // Another table may have that size: the last one is the result.
        ahead_of_result = std::max(ahead_of_result, with_result);
        with_result = 0;
    }
    return std::max(ahead_of_result, with_result - std::min(with_result, work.result)) - before;
}

} // namespace weft::bench
