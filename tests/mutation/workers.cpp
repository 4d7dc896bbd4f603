#include "workers.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "common/child.h"

namespace weft::mutation {

namespace {

constexpr unsigned no_job = ~0u;

struct Child {
    pid_t process = -1;
    int to = -1, from = -1; // job numbers go in, lines come out: "." is a sign of life, "=TEXT" the answer
    unsigned job = no_job;
    unsigned silent = 0; // seconds
    std::string unread;
};

bool start(Child &child, const std::function<std::string(unsigned, const std::function<void()> &)> &work) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC)) return false;
    if (pipe2(out, O_CLOEXEC)) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    fflush(stdout);
    child.process = fork();
    if (child.process == 0) {
        close(in[1]);
        close(out[0]);
        auto alive = [&] { cli::write_all(out[1], ".\n", 2); };
        for (unsigned job; read(in[0], &job, sizeof(job)) == sizeof(job);) {
            std::string line = work(job, alive);
            line.insert(line.begin(), '=');
            line.push_back('\n');
            cli::write_all(out[1], line.data(), line.size());
        }
        _exit(0);
    }
    close(in[0]);
    close(out[1]);
    child.to = in[1];
    child.from = out[0];
    return child.process > 0;
}

void end(Child &child) {
    if (child.process <= 0) return;
    close(child.to);
    close(child.from);
    kill(child.process, SIGKILL);
    waitpid(child.process, nullptr, 0);
    child = {};
}

} // namespace

bool run_jobs(unsigned jobs, unsigned children, unsigned patience_seconds,
              const std::function<std::string(unsigned, const std::function<void()> &)> &work,
              const std::function<void(unsigned, const Answer &)> &done) {
    std::vector<Child> pool(children);
    unsigned next = 0, open = jobs;
    auto lost = [&](Child &child, const char *how) {
        const unsigned job = child.job;
        end(child);
        if (job == no_job) return;
        --open;
        done(job, {false, how});
    };
    signal(SIGPIPE, SIG_IGN);
    while (open) {
        for (Child &child : pool) {
            if (child.job != no_job || next == jobs) continue;
            if (child.process <= 0 && !start(child, work)) return false;
            child.job = next++;
            child.silent = 0;
            cli::write_all(child.to, &child.job, sizeof(child.job));
        }
        std::vector<pollfd> waits;
        for (const Child &child : pool)
            waits.push_back({child.job == no_job ? -1 : child.from, POLLIN, 0});
        if (poll(waits.data(), waits.size(), 1000) == 0) {
            for (Child &child : pool)
                if (child.job != no_job && ++child.silent >= patience_seconds) lost(child, "no answer");
            continue;
        }
        for (size_t i = 0; i < pool.size(); ++i) {
            Child &child = pool[i];
            if (!waits[i].revents) continue;
            char buffer[4096];
            const ssize_t n = read(child.from, buffer, sizeof(buffer));
            if (n <= 0) {
                lost(child, "crash");
                continue;
            }
            child.silent = 0;
            child.unread.append(buffer, size_t(n));
            for (size_t at; (at = child.unread.find('\n')) != std::string::npos;) {
                const std::string line = child.unread.substr(0, at);
                child.unread.erase(0, at + 1);
                if (line[0] != '=') continue;
                const unsigned job = child.job;
                child.job = no_job;
                --open;
                done(job, {true, line.substr(1)});
            }
        }
    }
    for (Child &child : pool)
        end(child);
    return true;
}

} // namespace weft::mutation
