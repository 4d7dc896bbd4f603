// link-pairs: generated pairs of Direct3D 9 stages are linked by a varying map, validated and drawn.

#include "pairs.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "common/blob.h"
#include "shader-runner/runner.h"

namespace {

using namespace weft;
using namespace weft::linking;

constexpr char usage_text[] =
    "Usage: link-pairs [OPTION]...\n"
    "Links random vertex and pixel shaders and compares what they draw with what their declarations imply.\n"
    "\n"
    "  -n, --pairs N       how many (default 540)\n"
    "  -s, --seed N        another sequence of pairs (default 1)\n"
    "  -o, --output FOLDER write the tests there and keep them\n"
    "      --validate      with the Khronos validation layer; its messages are failures\n"
    "  -h, --help          print this help\n";

constexpr unsigned pairs_per_file = 45, least_of_a_case = 20;

} // namespace

int main(int argc, char **argv) {
    unsigned pairs = 540;
    uint64_t seed = 1;
    std::string folder;
    runner::DeviceOptions device_options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool last = i + 1 == argc;
        if (word == "-h" || word == "--help") {
            fputs(usage_text, stdout);
            return 0;
        } else if ((word == "-n" || word == "--pairs") && !last) {
            pairs = unsigned(strtoul(argv[++i], nullptr, 10));
        } else if ((word == "-s" || word == "--seed") && !last) {
            seed = strtoull(argv[++i], nullptr, 10);
        } else if ((word == "-o" || word == "--output") && !last) {
            folder = argv[++i];
        } else if (word == "--validate") {
            device_options.validate = true;
        } else {
            fputs(usage_text, stderr);
            return 2;
        }
    }
    const bool keep = !folder.empty();
    std::error_code ignored;
    if (!keep) {
        std::string pattern = (std::filesystem::temp_directory_path(ignored) / "link-pairs-XXXXXX").string();
        if (!mkdtemp(pattern.data())) {
            fprintf(stderr, "link-pairs: no temporary folder\n");
            return 2;
        }
        folder = pattern;
    }
    std::filesystem::create_directories(folder, ignored);

    std::string error;
    const auto device = runner::Device::create(device_options, error);
    if (!device) {
        fprintf(stderr, "link-pairs: %s\n", error.c_str());
        return 2;
    }
    std::array<unsigned, case_count> seen{};
    unsigned failed = 0, checks = 0;
    for (unsigned first = 0; first < pairs; first += pairs_per_file) {
        std::string text = "[rtv 0]\nsize (2d, 1, 1)\n\n";
        for (unsigned k = first; k < std::min(pairs, first + pairs_per_file); ++k) {
            const Pair pair = make_pair(seed, k);
            for (size_t c = 0; c < case_count; ++c)
                seen[c] += pair.shows[c];
            text += "% pair " + std::to_string(k) + "\n" + to_test(pair);
        }
        const std::string path = folder + "/pairs-" + std::to_string(first) + ".shader_test";
        const cli::Bytes bytes(text.begin(), text.end());
        if (!cli::write_file(path, bytes, error)) {
            fprintf(stderr, "link-pairs: %s\n", error.c_str());
            return 2;
        }
        const runner::Outcome outcome = runner::TestFile(*device, {}, path).run();
        checks += outcome.passed;
        failed += outcome.failed + unsigned(outcome.skipped.size());
        for (const std::string &failure : outcome.failures)
            printf("%s:%s\n", path.c_str(), failure.c_str());
        for (const std::string &reason : outcome.skipped)
            printf("%s: skipped: %s\n", path.c_str(), reason.c_str());
    }
    if (!keep && !failed) std::filesystem::remove_all(folder, ignored);
    bool enough = true;
    for (size_t c = 0; c < case_count; ++c) {
        printf("%5u  %s\n", seen[c], name(static_cast<Case>(c)));
        enough &= seen[c] >= least_of_a_case;
    }
    // A draw, a probe and a look at the module for each.
    const bool all_ran = checks + failed >= 3 * pairs;
    if (!all_ran) printf("only %u of %u checks took place\n", checks + failed, 3 * pairs);
    printf("TOTAL pairs %u checks %u failed %u\n", pairs, checks, failed);
    return !failed && all_ran && (enough || pairs < 500) ? 0 : 1;
}
