// shader-runner: run .shader_test files on Vulkan.

#include "shader-runner/glsl.h"
#include "shader-runner/image_file.h"
#include "shader-runner/runner.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <getopt.h>
#include <unistd.h>

namespace {

using namespace weft;
using namespace weft::runner;

constexpr char usage_text[] =
    "Usage: shader-runner [OPTION]... FILE|FOLDER...\n"
    "Runs .shader_test files (all of those below a folder) on a Vulkan device.\n"
    "The last line counts checks: each draw, dispatch, clear, copy, probe and spirv line is one. What could "
    "not be\n"
    "run is counted in skipped, once a reason and file. Exit status: 0 when nothing failed.\n"
    "\n"
    "      --validate        load the Khronos validation layer; each of its messages is a failure\n"
    "      --png FOLDER      save every render target that is probed\n"
    "      --dump FOLDER     save every SPIR-V module that is run\n"
    "      --sm-min X, --sm-max X  run only these shader models (2.0, 3.0, 4.0, 4.1, 5.0, 5.1, 6.0, 6.2)\n"
    "      --environment NAME  vulkan-1.0, vulkan-1.1 (default), vulkan-1.2 or vulkan-1.3, for tests that "
    "name none\n"
    "      --device NAME     use the first device whose name contains NAME\n"
    "      --glsl            run what the library writes as GLSL; glslangValidator compiles it. Lines that "
    "look at\n"
    "                        SPIR-V are passed over\n"
    "      --bugs            count lines marked as bugs of a driver like any other\n"
    "  -q, --quiet           print failures and the last line only\n"
    "  -v, --verbose         print a line for every file, and every reason for skipping\n"
    "  -h, --help            print this help\n";

bool make_folder(const std::string &folder) {
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (!code) return true;
    fprintf(stderr, "shader-runner: cannot create '%s': %s\n", folder.c_str(), code.message().c_str());
    return false;
}

} // namespace

int main(int argc, char **argv) {
    DeviceOptions device_options;
    RunOptions options;
    bool quiet = false, verbose = false;
    enum {
        opt_validate = 256,
        opt_png,
        opt_dump,
        opt_min,
        opt_max,
        opt_device,
        opt_bugs,
        opt_environment,
        opt_glsl
    };
    const option long_options[] = {
        {"validate", no_argument, nullptr, opt_validate},
        {"png", required_argument, nullptr, opt_png},
        {"dump", required_argument, nullptr, opt_dump},
        {"sm-min", required_argument, nullptr, opt_min},
        {"sm-max", required_argument, nullptr, opt_max},
        {"device", required_argument, nullptr, opt_device},
        {"glsl", no_argument, nullptr, opt_glsl},
        {"bugs", no_argument, nullptr, opt_bugs},
        {"quiet", no_argument, nullptr, 'q'},
        {"environment", required_argument, nullptr, opt_environment},
        {"verbose", no_argument, nullptr, 'v'},
        {"help", no_argument, nullptr, 'h'},
        {},
    };
    for (int option; (option = getopt_long(argc, argv, "qvh", long_options, nullptr)) != -1;) {
        switch (option) {
        case opt_validate: device_options.validate = true; break;
        case opt_png: options.png_folder = optarg; break;
        case opt_dump: options.dump_folder = optarg; break;
        case opt_min:
        case opt_max: {
            const auto model = find_model(optarg);
            if (!model) {
                fprintf(stderr, "shader-runner: '%s' is no shader model\n", optarg);
                return 2;
            }
            (option == opt_min ? options.first_model : options.last_model) = *model;
            break;
        }
        case opt_environment: {
            const auto environment = find_environment(optarg);
            if (!environment) {
                fprintf(stderr, "shader-runner: '%s' is no environment for this runner\n", optarg);
                return 2;
            }
            options.environment = *environment;
            break;
        }
        case opt_device: device_options.name = optarg; break;
        case opt_glsl: options.through_glsl = true; break;
        case opt_bugs: options.count_bugs = true; break;
        case 'q': quiet = true; break;
        case 'v': verbose = true; break;
        case 'h': fputs(usage_text, stdout); return 0;
        default: fputs(usage_text, stderr); return 2;
        }
    }
    const std::vector<std::string> paths(argv + optind, argv + argc);
    std::vector<std::string> files;
    std::string error;
    if (paths.empty()) {
        fputs(usage_text, stderr);
        return 2;
    }
    for (const auto &path : paths) {
        std::vector<std::string> found;
        if (!cli::collect_files({path}, found, error)) {
            fprintf(stderr, "shader-runner: %s\n", error.c_str());
            return 2;
        }
        const bool folder = found.size() != 1 || found[0] != path;
        for (const auto &file : found)
            if (!folder || file.ends_with(".shader_test")) files.push_back(file);
    }
    if (options.through_glsl && !glslang_available()) {
        fprintf(stderr, "shader-runner: --glsl: glslangValidator is not installed\n");
        return 2;
    }
    if (!options.png_folder.empty() && !png_available()) {
        fprintf(stderr, "shader-runner: --png: built without libpng\n");
        return 2;
    }
    if ((!options.png_folder.empty() && !make_folder(options.png_folder)) ||
        (!options.dump_folder.empty() && !make_folder(options.dump_folder)))
        return 2;

    const auto device = Device::create(device_options, error);
    if (!device) {
        fprintf(stderr, "shader-runner: %s\n", error.c_str());
        return 2;
    }
    if (!quiet)
        printf("device: %s%s\n", device->description().c_str(),
               device->validating() ? ", validation layer on" : "");

    unsigned passed = 0, failed = 0, skipped = 0, todo = 0, bugs = 0;
    const bool progress = isatty(STDERR_FILENO) && !verbose;
    for (size_t i = 0; i < files.size(); ++i) {
        if (progress) fprintf(stderr, "\r\x1b[K%zu/%zu %s\r", i + 1, files.size(), files[i].c_str());
        const Outcome outcome = TestFile(*device, options, files[i]).run();
        if (progress) fprintf(stderr, "\x1b[K");
        passed += outcome.passed;
        failed += outcome.failed;
        todo += outcome.todo;
        bugs += outcome.bugs;
        skipped += unsigned(outcome.skipped.size());
        for (const auto &failure : outcome.failures)
            printf("FAIL %s:%s\n", files[i].c_str(), failure.c_str());
        if (verbose) {
            for (const auto &reason : outcome.skipped)
                printf("skip %s:%s\n", files[i].c_str(), reason.c_str());
            printf("%s %s: %u passed, %u failed, %zu skipped\n", outcome.failed ? "FAIL" : "ok  ",
                   files[i].c_str(), outcome.passed, outcome.failed, outcome.skipped.size());
        } else if (!quiet && !outcome.skipped.empty()) {
            printf("skip %s:%s%s\n", files[i].c_str(), outcome.skipped[0].c_str(),
                   outcome.skipped.size() > 1
                       ? (" (and " + std::to_string(outcome.skipped.size() - 1) + " more)").c_str()
                       : "");
        }
        for (const auto &saved : outcome.saved_files)
            if (!quiet) printf("saved %s\n", saved.c_str());
    }
    if (todo || bugs) printf("%u todo, %u known bugs\n", todo, bugs);
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed ? 1 : 0;
}
