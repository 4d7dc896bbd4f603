// opcode-coverage: which rows of an opcode table do the shader tests test?
//
// A row counts as covered when a translator that forgets it (mutate.h) fails at least one test that runs.

#include "d3dbc_mutate.h"
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

constexpr char usage_text[] =
    "Usage: opcode-coverage [OPTION]... FOLDER|FILE...\n"
    "Translates with one opcode forgotten, one after the other, and runs the shader tests that hold it.\n"
    "The last line is TOTAL LANGUAGE rows N covered N excused N. Exit status: 0 when every row is one or the "
    "other.\n"
    "\n"
    "  -l, --language NAME tpf (default), d3dbc or dxil\n"
    "  -o, --opcode NAME   only this row; may be given several times\n"
    "  -v, --verbose       a line for every row, with the test that sees it\n"
    "  -j, --jobs N        processes (default 2)\n"
    "  -h, --help          print this help\n";

constexpr unsigned patience_seconds = 30;

// A table of instructions, as far as its coverage goes.
struct Language {
    struct Excused {
        const char *reason = nullptr;
        bool seen_in_module = false;
    };
    const char *name;
    unsigned rows;
    std::string (*row_name)(unsigned row);
    Excused (*excuse)(unsigned row);
    bool (*holds)(const TestShaders &shaders, unsigned row);
    void (*forget)(unsigned row); // no_row: none
};
constexpr unsigned no_row = ~0u;

Language tpf_language() {
    using tpf::Opcode;
    return {"tpf",
            tpf::opcode_count,
            [](unsigned row) { return std::string(tpf::opcode_table[row].name); },
            [](unsigned row) {
                const Excuse *e = find_excuse(static_cast<Opcode>(row));
                return e ? Language::Excused{e->reason, e->seen_in_module} : Language::Excused{};
            },
            [](const TestShaders &shaders, unsigned row) { return bool(shaders.opcodes[row]); },
            [](unsigned row) {
                tpf::forgotten_opcode = row == no_row ? Opcode::count : static_cast<Opcode>(row);
            }};
}

Language d3dbc_language() {
    return {"d3dbc",
            unsigned(d3dbc_rows().size()),
            [](unsigned row) { return d3dbc_rows()[row].name; },
            [](unsigned row) {
                return Language::Excused{d3dbc_rows()[row].excuse, false};
            },
            [](const TestShaders &shaders, unsigned row) {
                return !shaders.d3dbc_rows.empty() && shaders.d3dbc_rows[row];
            },
            [](unsigned row) { d3dbc::forgotten_row = row == no_row ? nullptr : &d3dbc_rows()[row]; }};
}

Language dxil_language() {
    return {"dxil",
            unsigned(dxil::operation_count),
            [](unsigned row) { return std::string(dxil::operations[row].name); },
            [](unsigned row) {
                const DxilExcuse e = excuse_of(row);
                return Language::Excused{e.reason, e.seen_in_module};
            },
            [](const TestShaders &shaders, unsigned row) { return bool(shaders.operations[row]); },
            [](unsigned row) { dxil::forgotten_operation = row; }};
}

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
    Runs(const Language &language, const std::vector<Test> &tests)
        : language_(language), tests_(tests), sound_(tests.size(), unknown) {}

    // "result FILE:LINE", "module FILE:LINE" or "".
    std::string forget(unsigned row, const std::function<void()> &alive) {
        std::string error;
        if (!device_) device_ = runner::Device::create({}, error);
        if (!device_) return "error " + error;
        std::string in_module;
        for (size_t i = 0; i < tests_.size(); ++i) {
            const Test &test = tests_[i];
            if (!language_.holds(test.shaders, row)) continue;
            alive();
            language_.forget(row);
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

    // How doubles are computed is no matter of a row, and takes the device's compiler long.
    runner::Outcome run(const Test &test) {
        runner::RunOptions options;
        options.emulated_doubles = false;
        return runner::TestFile(*device_, options, test.shaders.path).run();
    }
    bool passes(size_t i) {
        if (sound_[i] == unknown) {
            language_.forget(no_row);
            const runner::Outcome outcome = run(tests_[i]);
            sound_[i] = outcome.passed && !outcome.failed ? yes : no;
        }
        return sound_[i] == yes;
    }

    const Language &language_;
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
        if (test.shaders.opcodes.none() && test.shaders.operations.none() && test.shaders.d3dbc_rows.empty())
            continue;
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
    std::vector<std::string> names;
    Language language = tpf_language();
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
            names.push_back(argv[++i]);
        } else if ((word == "-l" || word == "--language") && !last) {
            const std::string name = argv[++i];
            if (name != "tpf" && name != "d3dbc" && name != "dxil") {
                fprintf(stderr, "opcode-coverage: there is no language '%s'\n", name.c_str());
                return 2;
            }
            language = name == "tpf" ? tpf_language() : name == "d3dbc" ? d3dbc_language() : dxil_language();
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
    std::vector<unsigned> rows;
    for (const std::string &name : names) {
        const size_t before = rows.size();
        for (unsigned k = 0; k < language.rows; ++k)
            if (language.row_name(k) == name) rows.push_back(k);
        if (rows.size() == before) {
            fprintf(stderr, "opcode-coverage: there is no opcode '%s'\n", name.c_str());
            return 2;
        }
    }
    if (rows.empty())
        for (unsigned k = 0; k < language.rows; ++k)
            rows.push_back(k);
    std::vector<Test> tests;
    if (!read_tests(paths, tests)) return 2;
    // Each child takes one processor.
    setenv("LP_NUM_THREADS", "0", 0);

    unsigned covered = 0, excused = 0;
    std::vector<std::string> report(rows.size());
    bool broken = false;
    Runs runs(language, tests);
    const bool ran = run_jobs(
        unsigned(rows.size()), children, patience_seconds,
        [&](unsigned job, const std::function<void()> &alive) { return runs.forget(rows[job], alive); },
        [&](unsigned job, const Answer &answer) {
            const Language::Excused excuse = language.excuse(rows[job]);
            const bool in_result = !answer.given || answer.text.starts_with("result");
            const bool in_module = answer.text.starts_with("module");
            broken |= answer.text.starts_with("error");
            std::string &line = report[job];
            if (in_result) {
                ++covered;
                // An excuse that has become untrue hides the next gap.
                line = excuse.reason ? "needs no excuse" : "covered";
                broken |= excuse.reason != nullptr;
            } else if (excuse.reason && (in_module || !excuse.seen_in_module)) {
                ++excused;
                line = std::string("excused: ") + excuse.reason;
            } else {
                line = excuse.reason ? "excused, but no module shows it"
                       : in_module   ? "in the module only"
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
            printf("%-28s %s\n", language.row_name(rows[i]).c_str(), report[i].c_str());
    printf("TOTAL %s rows %zu covered %u excused %u\n", language.name, rows.size(), covered, excused);
    return covered + excused == rows.size() && !broken ? 0 : 1;
}
