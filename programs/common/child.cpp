#include "common/child.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::cli {

void enter_child(unsigned timeout_seconds) {
    const rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (const int null = open("/dev/null", O_WRONLY | O_CLOEXEC); null >= 0) dup2(null, STDERR_FILENO);
    signal(SIGALRM, SIG_DFL);
    alarm(timeout_seconds);
}

void write_all(int fd, const void *data, size_t size) {
    auto at = static_cast<const char *>(data);
    while (size > 0) {
        const ssize_t wrote = write(fd, at, size);
        if (wrote <= 0) return;
        at += wrote;
        size -= size_t(wrote);
    }
}

ChildResult run_in_child(int (*work)(void *, int), void *context, unsigned timeout_seconds) {
    ChildResult result;
    int ends[2];
    if (pipe(ends) != 0) return result;
    const pid_t pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return result;
    }
    if (pid == 0) {
        close(ends[0]);
        enter_child(timeout_seconds);
        _exit(work(context, ends[1]));
    }
    close(ends[1]);
    char buffer[4096];
    ssize_t got;
    while ((got = read(ends[0], buffer, sizeof(buffer))) > 0)
        result.text.append(buffer, size_t(got));
    close(ends[0]);
    int status = 0;
    if (waitpid(pid, &status, 0) != pid) return result;
    if (WIFSIGNALED(status)) {
        result.code = WTERMSIG(status);
        result.ending =
            result.code == SIGALRM ? ChildResult::Ending::timed_out : ChildResult::Ending::signalled;
    } else {
        result.code = WEXITSTATUS(status);
        result.ending = ChildResult::Ending::exited;
    }
    return result;
}

std::string describe_ending(const ChildResult &result, unsigned timeout_seconds) {
    switch (result.ending) {
    case ChildResult::Ending::exited: return {};
    case ChildResult::Ending::signalled: return std::string("crashed: ") + strsignal(result.code);
    case ChildResult::Ending::timed_out: return "no answer within " + std::to_string(timeout_seconds) + " s";
    case ChildResult::Ending::not_started: break;
    }
    return "could not start a child process";
}

} // namespace weft::cli
