// opcode-coverage: which rows of the TPF opcode table do the shader tests test?
//
// A row counts as covered when a translator that forgets it (mutate.h) fails at least one test that runs.

#include "excused.h"
#include "mutate.h"
#include "shaders_of.h"
#include "workers.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "common/blob.h"
#include "shader-runner/runner.h"

namespace {

using namespace weft;
using namespace weft::mutation;
using tpf::Opcode;

constexpr char usage_text[] =
    "Usage: opcode-coverage [OPTION]... FOLDER|FILE...\n"
    "Translates with one opcode forgotten, one after the other, and runs the shader tests that hold it.\n"
    "The last line is TOTAL tpf rows N covered N excused N. Exit status: 0 when every row is one or the "
    "other.\n"
    "\n"
    "  -o, --opcode NAME   only this row; may be given several times\n"
    "  -v, --verbose       a line for every row, with the test that sees it\n"
    "  -j, --jobs N        processes (default 2)\n"
    "  -h, --help          print this help\n";

constexpr unsigned patience_seconds = 30;

struct Test {
    TestShaders shaders;
    std::vector<std::string> lines; // of the file, for what a failure is about
};

// Looks at the module and not at what it computes.
bool is_module_check(const Test &test, const std::string &failure) {
    const size_t number = std::strtoul(failure.c_str(), nullptr, 10);
    if (number < 1 || number > test.lines.size()) return false;
    const std::string &line = test.lines[number - 1];
    return line.starts_with("spirv") || line.starts_with("compile");
}

// In a child: runs what it needs of the tests.
class Runs {
  public:
    explicit Runs(const std::vector<Test> &tests) : tests_(tests), sound_(tests.size(), unknown) {}

    // "result FILE:LINE", "module FILE:LINE" or "".
    std::string forget(Opcode opcode, const std::function<void()> &alive) {
        std::string error;
        if (!device_) device_ = runner::Device::create({}, error);
        if (!device_) return "error " + error;
        std::string in_module;
        for (size_t i = 0; i < tests_.size(); ++i) {
            const Test &test = tests_[i];
            if (!test.shaders.opcodes[static_cast<size_t>(opcode)]) continue;
            alive();
            tpf::forgotten_opcode = opcode;
            const runner::Outcome outcome = run(test);
            for (const std::string &failure : outcome.failures) {
                const std::string where = test.shaders.path + ":" + failure.substr(0, failure.find(':'));
                if (!is_module_check(test, failure)) {
                    // Only a test that passes otherwise tells anything.
                    if (!passes(i)) break;
                    return "result " + where;
                }
                if (in_module.empty() && passes(i)) in_module = "module " + where;
            }
        }
        return in_module;
    }

  private:
    enum State : uint8_t { unknown, yes, no };

    runner::Outcome run(const Test &test) { return runner::TestFile(*device_, {}, test.shaders.path).run(); }
    bool passes(size_t i) {
        if (sound_[i] == unknown) {
            tpf::forgotten_opcode = Opcode::count;
            const runner::Outcome outcome = run(tests_[i]);
            sound_[i] = outcome.passed && !outcome.failed ? yes : no;
        }
        return sound_[i] == yes;
    }

    const std::vector<Test> &tests_;
    std::unique_ptr<runner::Device> device_;
    std::vector<State> sound_;
};

bool read_tests(const std::vector<std::string> &paths, std::vector<Test> &tests) {
    std::string error;
    std::vector<std::string> files;
    if (!cli::collect_files(paths, files, error)) {
        fprintf(stderr, "opcode-coverage: %s\n", error.c_str());
        return false;
    }
    for (const std::string &file : files) {
        if (!file.ends_with(".shader_test")) continue;
        Test test;
        if (!read_test(file, test.shaders, error)) {
            fprintf(stderr, "opcode-coverage: %s\n", error.c_str());
            return false;
        }
        if (test.shaders.opcodes.none()) continue;
        const auto bytes = cli::read_file(file, error);
        std::string line;
        for (const uint8_t c : *bytes) {
            if (c != '\n') {
                line += char(c);
                continue;
            }
            test.lines.push_back(line);
            line.clear();
        }
        tests.push_back(std::move(test));
    }
    // Short tests tell the most for their time.
    std::stable_sort(tests.begin(), tests.end(),
                     [](const Test &a, const Test &b) { return a.shaders.size < b.shaders.size; });
    return true;
}

} // namespace

int main(int argc, char **argv) {
    std::vector<std::string> paths;
    std::vector<Opcode> rows;
    bool verbose = false;
    unsigned children = 2;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool last = i + 1 == argc;
        if (word == "-h" || word == "--help") {
            fputs(usage_text, stdout);
            return 0;
        } else if (word == "-v" || word == "--verbose") {
            verbose = true;
        } else if ((word == "-j" || word == "--jobs") && !last) {
            children = std::clamp(atoi(argv[++i]), 1, 64);
        } else if ((word == "-o" || word == "--opcode") && !last) {
            const char *name = argv[++i];
            const size_t before = rows.size();
            for (unsigned k = 0; k < tpf::opcode_count; ++k)
                if (!strcmp(tpf::opcode_table[k].name, name)) rows.push_back(static_cast<Opcode>(k));
            if (rows.size() == before) {
                fprintf(stderr, "opcode-coverage: there is no opcode '%s'\n", name);
                return 2;
            }
        } else if (word.starts_with("-")) {
            fputs(usage_text, stderr);
            return 2;
        } else {
            paths.push_back(word);
        }
    }
    if (paths.empty()) {
        fputs(usage_text, stderr);
        return 2;
    }
    if (rows.empty())
        for (unsigned k = 0; k < tpf::opcode_count; ++k)
            rows.push_back(static_cast<Opcode>(k));
    std::vector<Test> tests;
    if (!read_tests(paths, tests)) return 2;
    // Each child takes one processor.
    setenv("LP_NUM_THREADS", "0", 0);

    unsigned covered = 0, excused = 0;
    std::vector<std::string> report(rows.size());
    bool broken = false;
    Runs runs(tests);
    const bool ran = run_jobs(
        unsigned(rows.size()), children, patience_seconds,
        [&](unsigned job, const std::function<void()> &alive) { return runs.forget(rows[job], alive); },
        [&](unsigned job, const Answer &answer) {
            const Opcode opcode = rows[job];
            const Excuse *excuse = find_excuse(opcode);
            const bool in_result = !answer.given || answer.text.starts_with("result");
            const bool in_module = answer.text.starts_with("module");
            broken |= answer.text.starts_with("error");
            std::string &line = report[job];
            if (in_result) {
                ++covered;
                // An excuse that has become untrue hides the next gap.
                line = excuse ? "needs no excuse" : "covered";
                broken |= excuse != nullptr;
            } else if (excuse && (in_module || !excuse->seen_in_module)) {
                ++excused;
                line = std::string("excused: ") + excuse->reason;
            } else {
                line = excuse      ? "excused, but no module shows it"
                       : in_module ? "in the module only"
                                   : "NOT COVERED";
            }
            if (!answer.text.empty()) line += " (" + answer.text + ")";
        });
    if (!ran) {
        fprintf(stderr, "opcode-coverage: cannot start a process\n");
        return 2;
    }
    for (size_t i = 0; i < rows.size(); ++i)
        if (verbose || !(report[i].starts_with("covered") || report[i].starts_with("excused:")))
            printf("%-28s %s\n", tpf::info(rows[i]).name, report[i].c_str());
    printf("TOTAL tpf rows %zu covered %u excused %u\n", rows.size(), covered, excused);
    return covered + excused == rows.size() && !broken ? 0 : 1;
}
