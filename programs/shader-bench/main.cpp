// shader-bench: how long does a libvkd3d-shader.so.1 take to turn shaders into SPIR-V, and how large is the
// result?

#include "common/blob.h"
#include "common/child.h"
#include "shader-bench/library.h"
#include "shader-bench/scale.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <getopt.h>
#include <unistd.h>

namespace {

using namespace weft;
using bench::Library;

constexpr unsigned child_timeout = 20;

constexpr char usage_text[] =
    "Usage: shader-bench [OPTION]... FILE|FOLDER...\n"
    "       shader-bench --scale [--lib PATH]\n"
    "Compiles each shader to SPIR-V (debug information stripped) and prints the best time and the output "
    "size.\n"
    "\n"
    "  -l, --lib PATH   library to measure (default: libvkd3d-shader.so.1 from the loader's search path)\n"
    "      --vs PATH    second library; both are loaded into this process and take turns on every shader;\n"
    "                   sums and ratios cover the shaders that both compile\n"
    "  -n N             compilations per shader and library, the fastest counts (default 20)\n"
    "      --scale      instead of files, measure programs of 1024 to 65536 instructions: twice the length\n"
    "                   may take 2.2 times as long, an instruction of any of them 320 bytes beside input "
    "and\n"
    "                   output. More makes the exit status 1\n"
    "      --throughput KIND\n"
    "                   against --vs: instead of shader by shader, how many bytes of DXIL (\"dxil\") or of\n"
    "                   Direct3D 9 byte code (\"d3dbc\") the first library takes in a second, and how many "
    "of\n"
    "                   DXBC with shader model 4 and 5 code the second\n"
    "  -q, --quiet      print the summary only\n"
    "  -f, --failures   list the shaders that failed, with their first diagnostic\n"
    "  -h, --help       print this help\n";

struct Shader {
    std::string path;
    cli::Bytes bytes;
    vkd3d_shader_source_type type;
};

struct Measurement {
    bool ok = false;
    std::string failure;
    uint64_t ns = UINT64_MAX;
    size_t bytes = 0;
};

// What the throughput of a library on one kind of byte code comes from.
struct Intake {
    size_t shaders = 0, failed = 0;
    uint64_t ns = 0, in = 0, out = 0;
    double megabytes_a_second() const { return ns ? double(in) * 1e3 / double(ns) : 0; }
};

struct Trial {
    const Library *library;
    const Shader *shader;
};

// Some libraries abort on input they do not know, so the first attempt belongs to a child.
std::string try_in_child(const Library &library, const Shader &shader) {
    Trial trial{&library, &shader};
    auto work = [](void *context, int fd) {
        const auto &t = *static_cast<Trial *>(context);
        const auto outcome = t.library->compile(t.shader->bytes, t.shader->type, true);
        if (outcome.result >= 0) return 0;
        std::string text = outcome.message;
        if (text.empty()) text = "result " + std::to_string(outcome.result);
        cli::write_all(fd, text.data(), text.size());
        return 1;
    };
    const auto result = cli::run_in_child(work, &trial, child_timeout);
    if (result.ending != cli::ChildResult::Ending::exited) return cli::describe_ending(result, child_timeout);
    if (result.code == 0) return {};
    return result.text.empty() ? "failed" : result.text;
}

struct Total {
    size_t compiled = 0, failed = 0, shared = 0;
    uint64_t ns = 0, bytes = 0;
};

// The part of the files that is of this kind goes to the first library, the part that is TPF to the second.
// Rounds take turns, so that both meet the same machine.
bool measure_throughput(const std::vector<Library> &libraries, const std::vector<Shader> &shaders,
                        vkd3d_shader_source_type kind, unsigned repeats) {
    const vkd3d_shader_source_type kinds[] = {kind, VKD3D_SHADER_SOURCE_DXBC_TPF};
    const char *const names[] = {kind == VKD3D_SHADER_SOURCE_DXBC_DXIL ? "DXIL" : "D3D9", "DXBC"};
    std::vector<Measurement> results(shaders.size());
    for (size_t s = 0; s < shaders.size(); ++s)
        for (size_t i = 0; i < 2; ++i) {
            if (shaders[s].type != kinds[i]) continue;
            results[s].failure = try_in_child(libraries[i], shaders[s]);
            results[s].ok = results[s].failure.empty();
            if (results[s].ok) results[s].bytes = libraries[i].compile(shaders[s].bytes, kinds[i]).bytes;
        }
    // A shader's rounds one after the other, as everywhere here: what it takes is measured, not what its
    // predecessor left in the caches.
    for (size_t s = 0; s < shaders.size(); ++s)
        for (size_t i = 0; i < 2; ++i)
            for (unsigned round = 0; round < repeats && shaders[s].type == kinds[i] && results[s].ok; ++round)
                results[s].ns =
                    std::min(results[s].ns, libraries[i].time_compile_ns(shaders[s].bytes, kinds[i]));
    Intake intakes[2];
    for (size_t s = 0; s < shaders.size(); ++s)
        for (size_t i = 0; i < 2; ++i) {
            if (shaders[s].type != kinds[i]) continue;
            intakes[i].failed += !results[s].ok;
            if (!results[s].ok) continue;
            ++intakes[i].shaders;
            intakes[i].ns += results[s].ns;
            intakes[i].in += shaders[s].bytes.size();
            intakes[i].out += results[s].bytes;
        }
    for (size_t i = 0; i < 2; ++i)
        printf(
            "%s with %s (%s): %.1f MB/s; %zu shaders of %llu bytes in %.3f ms, %llu bytes out, %zu failed\n",
            names[i], libraries[i].path().c_str(), libraries[i].version(), intakes[i].megabytes_a_second(),
            intakes[i].shaders, (unsigned long long)intakes[i].in, double(intakes[i].ns) / 1e6,
            (unsigned long long)intakes[i].out, intakes[i].failed);
    if (!intakes[0].ns || !intakes[1].ns) {
        printf("nothing to compare\n");
        return false;
    }
    printf("input throughput, %s to DXBC: ratio %.3f\n", names[0],
           intakes[0].megabytes_a_second() / intakes[1].megabytes_a_second());
    return true;
}

void print_library(const char *label, const Library &library, const Total &total) {
    printf("%s%s (%s): %zu compiled, %zu failed\n", label, library.path().c_str(), library.version(),
           total.compiled, total.failed);
}

} // namespace

int main(int argc, char **argv) {
    std::string first_name = "libvkd3d-shader.so.1", second_name;
    unsigned repeats = 20;
    bool quiet = false, list_failures = false, scale = false;
    vkd3d_shader_source_type throughput = VKD3D_SHADER_SOURCE_NONE;
    enum { opt_vs = 256, opt_scale, opt_throughput };
    const option long_options[] = {
        {"lib", required_argument, nullptr, 'l'},
        {"vs", required_argument, nullptr, opt_vs},
        {"quiet", no_argument, nullptr, 'q'},
        {"failures", no_argument, nullptr, 'f'},
        {"help", no_argument, nullptr, 'h'},
        {"scale", no_argument, nullptr, opt_scale},
        {"throughput", required_argument, nullptr, opt_throughput},
        {},
    };
    for (int option; (option = getopt_long(argc, argv, "l:n:qfh", long_options, nullptr)) != -1;) {
        switch (option) {
        case 'l': first_name = optarg; break;
        case opt_scale: scale = true; break;
        case opt_throughput:
            if (!strcmp(optarg, "dxil")) {
                throughput = VKD3D_SHADER_SOURCE_DXBC_DXIL;
            } else if (!strcmp(optarg, "d3dbc")) {
                throughput = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
            } else {
                fprintf(stderr, "shader-bench: --throughput takes dxil or d3dbc\n");
                return 2;
            }
            break;
        case opt_vs: second_name = optarg; break;
        case 'n': {
            char *end;
            const unsigned long value = strtoul(optarg, &end, 10);
            if (*end || value < 1 || value > 1'000'000) {
                fprintf(stderr, "shader-bench: -n takes a number from 1 to 1000000\n");
                return 2;
            }
            repeats = unsigned(value);
            break;
        }
        case 'q': quiet = true; break;
        case 'f': list_failures = true; break;
        case 'h': fputs(usage_text, stdout); return 0;
        default: fputs(usage_text, stderr); return 2;
        }
    }
    const std::vector<std::string> paths(argv + optind, argv + argc);
    if (paths.empty() == !scale) {
        fputs(usage_text, stderr);
        return 2;
    }

    // Old libraries report what they do not know on stderr, which would be timed as well.
    setenv("VKD3D_SHADER_DEBUG", "none", 0);
    setenv("VKD3D_DEBUG", "none", 0);

    std::string error;
    std::vector<Library> libraries;
    for (const auto &name : {first_name, second_name}) {
        if (name.empty()) continue;
        auto library = Library::load(name, error);
        if (!library) {
            fprintf(stderr, "shader-bench: %s\n", error.c_str());
            return 2;
        }
        libraries.push_back(*library);
    }
    if (scale) return measure_scaling(libraries[0]) ? 0 : 1;
    const bool versus = libraries.size() == 2;
    if (versus && libraries[0].path() == libraries[1].path()) {
        fprintf(stderr, "shader-bench: --lib and --vs name the same library, %s\n",
                libraries[0].path().c_str());
        return 2;
    }

    std::vector<std::string> files;
    if (!cli::collect_files(paths, files, error)) {
        fprintf(stderr, "shader-bench: %s\n", error.c_str());
        return 2;
    }

    if (throughput != VKD3D_SHADER_SOURCE_NONE) {
        if (!versus) {
            fprintf(stderr, "shader-bench: --throughput needs --vs\n");
            return 2;
        }
        std::vector<Shader> shaders;
        for (const auto &file : files) {
            auto bytes = cli::read_file(file, error);
            if (!bytes) {
                fprintf(stderr, "shader-bench: %s\n", error.c_str());
                return 2;
            }
            const auto type = cli::guess_source_type(*bytes);
            if (type == throughput || type == VKD3D_SHADER_SOURCE_DXBC_TPF)
                shaders.push_back({file, std::move(*bytes), type});
        }
        return measure_throughput(libraries, shaders, throughput, repeats) ? 0 : 1;
    }

    Total totals[2];
    size_t skipped = 0, measured = 0;
    std::vector<std::string> failures;
    const bool progress = quiet && isatty(STDERR_FILENO);
    if (!quiet) {
        if (versus)
            printf("%10s %10s %6s %9s %9s %6s\n", "ns", "vs ns", "ratio", "bytes", "vs bytes", "ratio");
        else
            printf("%10s %9s\n", "ns", "bytes");
    }
    for (size_t index = 0; index < files.size(); ++index) {
        if (progress && index % 16 == 0) fprintf(stderr, "\r%zu/%zu", index, files.size());
        Shader shader;
        shader.path = files[index];
        auto bytes = cli::read_file(shader.path, error);
        if (!bytes) {
            fprintf(stderr, "shader-bench: %s\n", error.c_str());
            return 2;
        }
        shader.bytes = std::move(*bytes);
        shader.type = cli::guess_source_type(shader.bytes);
        if (shader.type == VKD3D_SHADER_SOURCE_HLSL) {
            ++skipped;
            continue;
        }
        ++measured;
        Measurement results[2];
        bool all_ok = true;
        for (size_t i = 0; i < libraries.size(); ++i) {
            results[i].failure = try_in_child(libraries[i], shader);
            results[i].ok = results[i].failure.empty();
            all_ok = all_ok && results[i].ok;
            if (!results[i].ok)
                failures.push_back((versus ? (i ? "[vs] " : "[lib] ") : "") + shader.path + ": " +
                                   results[i].failure);
            ++(results[i].ok ? totals[i].compiled : totals[i].failed);
        }
        if (!all_ok) continue;
        for (size_t i = 0; i < libraries.size(); ++i)
            results[i].bytes = libraries[i].compile(shader.bytes, shader.type).bytes;
        for (unsigned round = 0; round < repeats; ++round) {
            // The order alternates, so that neither library always runs on the caches that the other one
            // left.
            for (size_t k = 0; k < libraries.size(); ++k) {
                const size_t i = round % 2 ? libraries.size() - 1 - k : k;
                results[i].ns =
                    std::min(results[i].ns, libraries[i].time_compile_ns(shader.bytes, shader.type));
            }
        }
        for (size_t i = 0; i < libraries.size(); ++i) {
            ++totals[i].shared;
            totals[i].ns += results[i].ns;
            totals[i].bytes += results[i].bytes;
        }
        if (quiet) continue;
        if (versus)
            printf("%10llu %10llu %6.3f %9zu %9zu %6.3f  %s\n", (unsigned long long)results[0].ns,
                   (unsigned long long)results[1].ns, double(results[0].ns) / double(results[1].ns),
                   results[0].bytes, results[1].bytes, double(results[0].bytes) / double(results[1].bytes),
                   shader.path.c_str());
        else
            printf("%10llu %9zu  %s\n", (unsigned long long)results[0].ns, results[0].bytes,
                   shader.path.c_str());
    }
    if (progress) fprintf(stderr, "\r                    \r");

    if (list_failures)
        for (const auto &failure : failures)
            printf("FAILED %s\n", failure.c_str());
    if (skipped) printf("%zu files are no byte code and were left out\n", skipped);
    print_library(versus ? "lib: " : "", libraries[0], totals[0]);
    if (versus) print_library("vs:  ", libraries[1], totals[1]);
    if (totals[0].shared == 0) {
        printf("nothing to compare: no shader of %zu compiled%s\n", measured,
               versus ? " with both libraries" : "");
        return 1;
    }
    const auto count = double(totals[0].shared);
    if (versus) {
        printf("both compile %zu of %zu shaders; sums of minima over %u rounds:\n", totals[0].shared,
               measured, repeats);
        printf("  time  %12.3f ms vs %12.3f ms, ratio %.4f  (%.0f ns and %.0f ns a shader)\n",
               double(totals[0].ns) / 1e6, double(totals[1].ns) / 1e6,
               double(totals[0].ns) / double(totals[1].ns), double(totals[0].ns) / count,
               double(totals[1].ns) / count);
        printf("  bytes %12llu    vs %12llu,    ratio %.4f\n", (unsigned long long)totals[0].bytes,
               (unsigned long long)totals[1].bytes, double(totals[0].bytes) / double(totals[1].bytes));
    } else {
        printf("sum of minima over %u rounds: %.3f ms for %zu shaders, %.0f ns a shader; %llu bytes\n",
               repeats, double(totals[0].ns) / 1e6, totals[0].shared, double(totals[0].ns) / count,
               (unsigned long long)totals[0].bytes);
    }
    return 0;
}
