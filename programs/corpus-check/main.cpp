// corpus-check: parse, scan, disassemble, compile and validate every shader below some folders.

#include "common/blob.h"
#include "corpus-check/pool.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fnmatch.h>
#include <getopt.h>
#include <map>
#include <unistd.h>

namespace {

using namespace weft;
using namespace weft::corpus;

constexpr char usage_text[] =
    "Usage: corpus-check [OPTION]... FILE|FOLDER...\n"
    "Runs every compiled shader through the library and validates the SPIR-V that comes out.\n"
    "Exit status: 0 fine, 1 a crash, a hang, an invalid module or a missed minimum, 2 usage.\n"
    "\n"
    "  -m, --model PATTERN      only these shader models, e.g. vs_4_0 or '[vp]s_[23]_*'; may be repeated\n"
    "  -x, --source TYPE        only this source type (d3dbc, dxbc-tpf, dxbc-dxil); may be repeated\n"
    "  -e, --environment NAME   opengl-4.5, vulkan-1.0, -1.1 (default), -1.2 or -1.3 (default of DXIL)\n"
    "  -a, --all-environments   compile for OpenGL 4.5, Vulkan 1.0 and 1.1; DXIL for Vulkan 1.3\n"
    "  -j, --jobs N             worker processes (default 2)\n"
    "  -t, --timeout SECONDS    for one file (default 20)\n"
    "      --min-compiled PCT   fail when fewer than PCT percent of the files compile\n"
    "      --max-ms MS          fail when a single call takes longer than MS milliseconds\n"
    "  -b, --brief              count failures by diagnostic instead of listing every file\n"
    "  -h, --help               print this help\n";

struct Row {
    size_t files = 0, translated = 0, passed[step_count] = {}, faults = 0, refused = 0;
    uint64_t worst_ns = 0;

    void add(const Record &record, bool is_refused) {
        ++files;
        refused += is_refused;
        translated += record.translates && !is_refused;
        for (size_t i = 0; i < step_count; ++i)
            passed[i] += record.passed >> i & 1;
        if (record.state == State::crashed || record.state == State::hung || record.invalid) ++faults;
        worst_ns = std::max(worst_ns, record.worst_ns);
    }
};

// Libraries hold entry points of ray tracing and work graphs, which Weft refuses by name.
bool is_refused(const Record &record, const std::string &model) {
    return record.state == State::done && model.starts_with("lib_") && record.not_implemented;
}

// One line for each thing that went wrong with a file.
std::vector<std::string> failure_texts(const Record &record, const PoolOptions &options) {
    std::vector<std::string> texts;
    const std::string running = step_name(record.step);
    if (record.state == State::crashed)
        texts.push_back("CRASH in " + running + ": " +
                        (record.signal ? strsignal(record.signal) : "the process ended"));
    else if (record.state == State::hung)
        texts.push_back("HANG in " + running + ": no end within " + std::to_string(options.timeout_seconds) +
                        " s");
    for (size_t i = 0; i < step_count; ++i) {
        if (!record.messages[i][0]) continue;
        texts.push_back(std::string(Step(i) == Step::validate ? "INVALID MODULE" : step_name(Step(i))) +
                        ": " + record.messages[i]);
    }
    return texts;
}

// Numbers (positions, registers, ids) would keep equal failures apart.
std::string failure_kind(const std::string &text) {
    std::string kind;
    bool quoted = false, after_name = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\'') quoted = !quoted;
        const bool digit = c >= '0' && c <= '9';
        if (digit && !quoted && !after_name) {
            if (kind.empty() || kind.back() != '#') kind += '#';
            continue;
        }
        after_name = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (digit && after_name);
        kind += c;
    }
    return kind;
}

void print_row(const char *source, const char *model, const Row &row, bool can_validate) {
    printf("%-10s %-8s %6zu %6zu %7zu %8zu %8zu ", source, model, row.files, row.passed[0], row.passed[1],
           row.passed[2], row.passed[3]);
    if (can_validate)
        printf("%6zu", row.passed[4]);
    else
        printf("%6s", "-");
    printf(" %9.3f\n", double(row.worst_ns) / 1e6);
}

bool parse_number(const char *text, double low, double high, double &value) {
    char *end;
    value = strtod(text, &end);
    return *text && !*end && value >= low && value <= high;
}

} // namespace

int main(int argc, char **argv) {
    PoolOptions options;
    Plan plan;
    plan.can_validate = validation_available();
    std::vector<std::string> patterns;
    std::vector<vkd3d_shader_source_type> sources;
    double min_compiled = 0, max_ms = 0, number;
    bool brief = false;

    enum { opt_min = 256, opt_max };
    const option long_options[] = {
        {"model", required_argument, nullptr, 'm'},
        {"source", required_argument, nullptr, 'x'},
        {"environment", required_argument, nullptr, 'e'},
        {"all-environments", no_argument, nullptr, 'a'},
        {"jobs", required_argument, nullptr, 'j'},
        {"timeout", required_argument, nullptr, 't'},
        {"min-compiled", required_argument, nullptr, opt_min},
        {"max-ms", required_argument, nullptr, opt_max},
        {"brief", no_argument, nullptr, 'b'},
        {"help", no_argument, nullptr, 'h'},
        {},
    };
    for (int option; (option = getopt_long(argc, argv, "m:x:e:aj:t:bh", long_options, nullptr)) != -1;) {
        bool ok = true;
        switch (option) {
        case 'm': patterns.push_back(optarg); break;
        case 'x': {
            const auto *type = cli::find_source_type(optarg);
            ok = type != nullptr;
            if (ok) sources.push_back(type->type);
            break;
        }
        case 'e':
            ok = false;
            for (size_t i = 0; i < all_environments().size() && !ok; ++i) {
                ok = strcmp(optarg, all_environments()[i].name) == 0;
                if (ok) plan.one = &all_environments()[i];
            }
            break;
        case 'a': plan.every = true; break;
        case 'j':
            ok = parse_number(optarg, 1, 64, number);
            options.workers = unsigned(number);
            break;
        case 't':
            ok = parse_number(optarg, 1, 3600, number);
            options.timeout_seconds = unsigned(number);
            break;
        case opt_min: ok = parse_number(optarg, 0, 100, min_compiled); break;
        case opt_max: ok = parse_number(optarg, 0, 1e6, max_ms); break;
        case 'b': brief = true; break;
        case 'h': fputs(usage_text, stdout); return 0;
        default: fputs(usage_text, stderr); return 2;
        }
        if (!ok) {
            fprintf(stderr, "corpus-check: '%s' is no valid value for its option\n", optarg);
            return 2;
        }
    }
    const std::vector<std::string> paths(argv + optind, argv + argc);
    std::vector<std::string> files;
    std::string error;
    if (paths.empty()) {
        fputs(usage_text, stderr);
        return 2;
    }
    if (!cli::collect_files(paths, files, error)) {
        fprintf(stderr, "corpus-check: %s\n", error.c_str());
        return 2;
    }

    unsigned supported_count = 0;
    const auto *supported = vkd3d_shader_get_supported_source_types(&supported_count);
    auto is_supported = [&](vkd3d_shader_source_type type) {
        return std::find(supported, supported + supported_count, type) != supported + supported_count;
    };

    std::vector<Job> jobs;
    std::vector<std::string> models;
    std::map<vkd3d_shader_source_type, size_t> unsupported;
    size_t others = 0;
    for (const auto &file : files) {
        const auto bytes = cli::read_file(file, error);
        if (!bytes) {
            fprintf(stderr, "corpus-check: %s\n", error.c_str());
            return 2;
        }
        const auto type = cli::guess_source_type(*bytes);
        if (type != VKD3D_SHADER_SOURCE_D3D_BYTECODE && type != VKD3D_SHADER_SOURCE_DXBC_TPF &&
            type != VKD3D_SHADER_SOURCE_DXBC_DXIL) {
            ++others;
            continue;
        }
        auto model = cli::shader_model(*bytes, type);
        if (model.empty()) model.assign(1, '?');
        if (!sources.empty() && std::find(sources.begin(), sources.end(), type) == sources.end()) continue;
        if (!patterns.empty() &&
            std::none_of(patterns.begin(), patterns.end(), [&](const std::string &pattern) {
                return fnmatch(pattern.c_str(), model.c_str(), 0) == 0;
            }))
            continue;
        if (!is_supported(type)) {
            ++unsupported[type];
            continue;
        }
        jobs.push_back({file, type});
        models.push_back(std::move(model));
    }

    options.progress = isatty(STDERR_FILENO);
    RecordTable records(jobs.size());
    if (!records.valid() || !run_pool(jobs, plan, options, records)) {
        fprintf(stderr, "corpus-check: cannot start worker processes\n");
        return 2;
    }

    std::map<std::pair<vkd3d_shader_source_type, std::string>, Row> rows;
    std::map<vkd3d_shader_source_type, Row> per_source;
    std::map<std::string, std::pair<size_t, std::string>> kinds, refusals;
    Row total;
    size_t failures = 0, repaired = 0;
    for (size_t i = 0; i < jobs.size(); ++i) {
        const Record &record = records[i];
        const bool by_name = is_refused(record, models[i]);
        rows[{jobs[i].type, models[i]}].add(record, by_name);
        per_source[jobs[i].type].add(record, by_name);
        total.add(record, by_name);
        repaired += record.repaired;
        if (by_name) {
            auto &kind = refusals[failure_kind(record.messages[size_t(Step::compile)])];
            if (kind.first++ == 0) kind.second = jobs[i].path;
            continue;
        }
        const auto texts = failure_texts(record, options);
        failures += !texts.empty();
        for (const auto &text : texts) {
            if (!brief) printf("%s [%s]: %s\n", jobs[i].path.c_str(), models[i].c_str(), text.c_str());
            auto &kind = kinds[failure_kind(text)];
            if (kind.first++ == 0) kind.second = jobs[i].path;
        }
    }
    if (brief && failures) {
        std::vector<std::pair<std::string, std::pair<size_t, std::string>>> sorted(kinds.begin(),
                                                                                   kinds.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](auto &a, auto &b) { return a.second.first > b.second.first; });
        for (const auto &[text, entry] : sorted)
            printf("%5zu  %s  (first: %s)\n", entry.first, text.c_str(), entry.second.c_str());
    }
    if (failures) printf("\n");

    printf("%-10s %-8s %6s %6s %7s %8s %8s %6s %9s\n", "source", "model", "files", "parsed", "scanned",
           "disasm.", "compiled", "valid", "worst ms");
    for (const auto &[key, row] : rows)
        print_row(cli::find_source_type(key.first)->name, key.second.c_str(), row, plan.can_validate);
    for (const auto &[type, row] : per_source)
        print_row(cli::find_source_type(type)->name, "all", row, plan.can_validate);
    print_row("all", "all", total, plan.can_validate);
    for (const auto &[type, count] : unsupported)
        printf("%zu %s files skipped: the library does not support this source type\n", count,
               cli::find_source_type(type)->name);
    for (const auto &[text, entry] : refusals)
        printf("%zu libraries refused: %s  (first: %s)\n", entry.first, text.c_str(), entry.second.c_str());
    if (repaired) printf("%zu files have a wrong checksum and were checked with the right one\n", repaired);
    if (others) printf("%zu files are no compiled shaders and were left out\n", others);
    if (!plan.can_validate) printf("built without SPIRV-Tools: modules were not validated\n");

    bool bad = total.faults > 0;
    const double compiled =
        total.translated ? 100.0 * double(total.passed[size_t(Step::compile)]) / double(total.translated)
                         : 100.0;
    printf("%zu files, %.1f %% of %zu compiled, %zu refused by name, %zu files with failures, %zu crashes, "
           "hangs "
           "or invalid modules\n",
           total.files, compiled, total.translated, total.refused, failures, total.faults);
    if (compiled < min_compiled) {
        printf("fewer than %.1f %% compiled\n", min_compiled);
        bad = true;
    }
    if (max_ms > 0 && double(total.worst_ns) / 1e6 > max_ms) {
        printf("a call took longer than %.1f ms\n", max_ms);
        bad = true;
    }
    return bad ? 1 : 0;
}
