// Worker processes that share one list of files. A worker that dies or stops moving costs the file it was at;
// the list goes on with a new worker.
#pragma once

#include "corpus-check/check.h"

#include <memory>
#include <string>
#include <vector>

namespace weft::corpus {

struct Job {
    std::string path;
    vkd3d_shader_source_type type;
};

struct PoolOptions {
    unsigned workers = 2;
    unsigned timeout_seconds = 20; // for all steps of one file together
    bool progress = false;
};

class RecordTable {
  public:
    explicit RecordTable(size_t count);
    ~RecordTable();
    RecordTable(const RecordTable &) = delete;
    RecordTable &operator=(const RecordTable &) = delete;

    bool valid() const { return records_ != nullptr; }
    Record &operator[](size_t index) { return records_[index]; }

  private:
    size_t bytes_;
    Record *records_;
};

// False when no worker could be started.
bool run_pool(const std::vector<Job> &jobs, const Plan &plan, const PoolOptions &options,
              RecordTable &records);

} // namespace weft::corpus
