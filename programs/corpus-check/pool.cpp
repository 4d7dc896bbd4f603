#include "corpus-check/pool.h"

#include "common/child.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::corpus {
namespace {

constexpr uint64_t idle = UINT64_MAX;

struct Worker {
    std::atomic<uint64_t> job;        // index of the file in work
    std::atomic<uint64_t> started_ns; // when that file was begun
};

constexpr size_t most_workers = 64;

struct Shared {
    std::atomic<uint64_t> next;
    Worker workers[most_workers];
};

uint64_t now_ns() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000u + uint64_t(time.tv_nsec);
}

void *share(size_t bytes) {
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

[[noreturn]] void work(const std::vector<Job> &jobs, const Plan &plan, RecordTable &records, Shared &shared,
                       Worker &self) {
    cli::enter_child(0);
    for (uint64_t index; (index = shared.next.fetch_add(1)) < jobs.size();) {
        Record &record = records[index];
        std::string error;
        self.started_ns = now_ns();
        self.job = index;
        const auto bytes = cli::read_file(jobs[index].path, error);
        if (!bytes) {
            snprintf(record.messages[0], sizeof(record.messages[0]), "%s", error.c_str());
            record.state = State::unreadable;
        } else {
            record.state = State::running;
            check_blob(*bytes, jobs[index].type, jobs[index].path.c_str(), plan, record);
            record.state = State::done;
        }
        self.job = idle;
    }
    _exit(0);
}

} // namespace

RecordTable::RecordTable(size_t count)
    : bytes_((count + 1) * sizeof(Record)), records_(static_cast<Record *>(share(bytes_))) {
}

RecordTable::~RecordTable() {
    if (records_) munmap(records_, bytes_);
}

bool run_pool(const std::vector<Job> &jobs, const Plan &plan, const PoolOptions &options,
              RecordTable &records) {
    auto *shared = static_cast<Shared *>(share(sizeof(Shared)));
    if (!shared) return false;
    const size_t count = std::min(std::min<size_t>(options.workers, most_workers), jobs.size());
    pid_t pids[most_workers] = {};
    bool killed[most_workers] = {};
    bool started_any = count == 0;

    auto start = [&](size_t i) {
        shared->workers[i].job = idle;
        killed[i] = false;
        const pid_t pid = fork();
        if (pid == 0) work(jobs, plan, records, *shared, shared->workers[i]);
        pids[i] = pid > 0 ? pid : 0;
        started_any = started_any || pid > 0;
    };
    for (size_t i = 0; i < count; ++i)
        start(i);

    const timespec pause = {0, 5'000'000};
    for (bool alive = started_any; alive;) {
        alive = false;
        for (size_t i = 0; i < count; ++i) {
            if (!pids[i]) continue;
            alive = true;
            Worker &worker = shared->workers[i];
            int status;
            if (waitpid(pids[i], &status, WNOHANG) == pids[i]) {
                pids[i] = 0;
                const uint64_t job = worker.job;
                if (job != idle) {
                    records[job].state = killed[i] ? State::hung : State::crashed;
                    records[job].signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
                }
                if (shared->next < jobs.size()) start(i);
            } else if (worker.job != idle && !killed[i] &&
                       now_ns() - worker.started_ns > uint64_t(options.timeout_seconds) * 1'000'000'000u) {
                killed[i] = true;
                kill(pids[i], SIGKILL);
            }
        }
        if (options.progress)
            fprintf(stderr, "\r%llu/%zu ", (unsigned long long)std::min<uint64_t>(shared->next, jobs.size()),
                    jobs.size());
        if (alive) nanosleep(&pause, nullptr);
    }
    if (options.progress) fprintf(stderr, "\r\x1b[K");
    munmap(shared, sizeof(Shared));
    return started_any;
}

} // namespace weft::corpus
