// Runs a piece of work in a forked child, so that a crash or a hang in a library costs one result and not the
// run.
#pragma once

#include <string>

namespace weft::cli {

struct ChildResult {
    enum class Ending { exited, signalled, timed_out, not_started } ending = Ending::not_started;
    int code = 0;     // exit code or signal number
    std::string text; // what the child wrote to the descriptor it was given
};

// `work(context, fd)` runs in the child; its result is the exit code. The child must be started while the
// parent has one thread.
ChildResult run_in_child(int (*work)(void *context, int fd), void *context, unsigned timeout_seconds);

// "crashed: Segmentation fault", "no answer within 10 s" …; empty for a child that exited.
std::string describe_ending(const ChildResult &result, unsigned timeout_seconds);

// For the child's side: no core files, no output on stderr, death by SIGALRM after the timeout.
void enter_child(unsigned timeout_seconds);

void write_all(int fd, const void *data, size_t size);

} // namespace weft::cli
