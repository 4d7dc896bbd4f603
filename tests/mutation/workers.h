// Jobs spread over child processes, so that one which hangs or crashes costs its own answer only.
#pragma once

#include <functional>
#include <string>

namespace weft::mutation {

struct Answer {
    bool given = false; // else the child hung or crashed, and `text` says so
    std::string text;   // one line
};

// `work(job, alive)` runs in a child; it calls `alive` now and then, at least once in `patience_seconds`.
// `done(job, answer)` runs in the caller, in any order of the jobs. False when no child could be started.
bool run_jobs(unsigned jobs, unsigned children, unsigned patience_seconds,
              const std::function<std::string(unsigned job, const std::function<void()> &alive)> &work,
              const std::function<void(unsigned job, const Answer &)> &done);

} // namespace weft::mutation
