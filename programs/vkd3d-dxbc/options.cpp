#include "vkd3d-dxbc/options.h"

#include <getopt.h>

#include <cstdlib>

#include "vkd3d-dxbc/file.h"

namespace weft::dxbc {

const char usage_text[] =
    "Usage: vkd3d-dxbc [OPTION]... [FILE]\n"
    "Takes DXBC containers apart and puts them together. Without FILE, or when FILE is -, standard input is "
    "read.\n"
    "Options work in their order; WHICH is i:INDEX or t:TAG, a TAG four characters or eight hexadecimal "
    "digits.\n"
    "\n"
    "Look:\n"
    "  -t, --list               list the parts (what happens without any other option)\n"
    "      --list-data          list the parts with their bytes\n"
    "  -d, --dump[=WHICH]       what the parts say: signatures, PSV0, RDEF, STAT, root signature, feature "
    "flags ...\n"
    "      --json               --list and --dump as JSON\n"
    "  -p, --pack=MODE          pack the signatures and show the registers: default, prefix-stable, "
    "optimized,\n"
    "                           stacked, indexed; FILE may be the text of metadata, too\n"
    "\n"
    "Change:\n"
    "  -e, --emit               write the container anew, its checksum right\n"
    "      --repair             the same whatever the checksum says\n"
    "  -x, --extract=WHICH      write a part\n"
    "  -r, --replace=WHICH=FILE put what FILE holds in the place of a part; a tag that is not there is "
    "added\n"
    "  -o, --output=FILE        where the options behind it write (default: standard output)\n"
    "\n"
    "Signatures as LLVM's metadata (dx.semantic.signatures):\n"
    "  -m, --to-metadata        write the container's signatures as metadata\n"
    "      --from-metadata=FILE put the signatures of FILE into the container; -e writes it\n"
    "      --verify-metadata    FILE is such a text: say what is wrong with it\n"
    "\n"
    "      --ignore-checksum    do not look at the container's checksum\n"
    "      --colour, --no-colour\n"
    "  -h, --help; -V, --version\n";

namespace {

bool parse_which(std::string_view text, Which &which, std::string &error) {
    which.text = text;
    const std::string value(text.substr(text.size() < 2 ? text.size() : 2));
    if (text.starts_with("t:")) {
        if (const auto tag = parse_tag(value)) {
            which.number = *tag;
            return true;
        }
    } else if (text.starts_with("i:") && !value.empty() && value.size() < 9 &&
               value.find_first_not_of("0123456789") == value.npos) {
        which.by_index = true;
        which.number = static_cast<uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
        return true;
    }
    error = "'" + which.text + "' names no part; write i:INDEX or t:TAG";
    return false;
}

constexpr struct {
    const char *name;
    weft_signature_pack_mode mode;
} pack_modes[] = {{"default", WEFT_SIGNATURE_PACK_DEFAULT},
                  {"prefix-stable", WEFT_SIGNATURE_PACK_PREFIX_STABLE},
                  {"optimized", WEFT_SIGNATURE_PACK_OPTIMIZED},
                  {"stacked", WEFT_SIGNATURE_PACK_STACKED},
                  {"indexed", WEFT_SIGNATURE_PACK_INDEXED}};

enum Long {
    list_data = 256,
    json,
    repair,
    from_metadata,
    verify_metadata,
    ignore_checksum,
    colour,
    no_colour
};

constexpr option long_options[] = {
    {"list", no_argument, nullptr, 't'},
    {"list-data", no_argument, nullptr, list_data},
    {"dump", optional_argument, nullptr, 'd'},
    {"json", no_argument, nullptr, json},
    {"pack", required_argument, nullptr, 'p'},
    {"emit", no_argument, nullptr, 'e'},
    {"repair", no_argument, nullptr, repair},
    {"extract", required_argument, nullptr, 'x'},
    {"replace", required_argument, nullptr, 'r'},
    {"output", required_argument, nullptr, 'o'},
    {"to-metadata", no_argument, nullptr, 'm'},
    {"from-metadata", required_argument, nullptr, from_metadata},
    {"verify-metadata", no_argument, nullptr, verify_metadata},
    {"ignore-checksum", no_argument, nullptr, ignore_checksum},
    {"colour", no_argument, nullptr, colour},
    {"color", no_argument, nullptr, colour},
    {"no-colour", no_argument, nullptr, no_colour},
    {"no-color", no_argument, nullptr, no_colour},
    {"help", no_argument, nullptr, 'h'},
    {"version", no_argument, nullptr, 'V'},
    {nullptr, 0, nullptr, 0},
};

} // namespace

bool parse_options(int argc, char **argv, Options &options, std::string &error) {
    std::string output;
    const auto step = [&](Action action) -> Step & {
        Step s{};
        s.action = action;
        s.output = output;
        return options.steps.emplace_back(s);
    };
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, ":td::p:ex:r:o:mhV", long_options, nullptr)) != -1;) {
        switch (c) {
        case 't': step(Action::list); break;
        case list_data: step(Action::list_data); break;
        case 'd': {
            Step &s = step(Action::dump);
            if (!optarg) break;
            s.which.emplace();
            if (!parse_which(optarg + (*optarg == '='), *s.which, error)) return false;
            break;
        }
        case json: options.json = true; break;
        case 'p': {
            Step &s = step(Action::pack);
            bool known = false;
            for (const auto &mode : pack_modes)
                if (std::string_view(optarg) == mode.name) {
                    s.mode = mode.mode;
                    known = true;
                }
            if (known) break;
            error = std::string("'") + optarg +
                    "' is no way of packing; there are default, prefix-stable, optimized, "
                    "stacked and indexed";
            return false;
        }
        case repair: options.ignore_checksum = true; [[fallthrough]];
        case 'e': step(Action::emit); break;
        case 'x': {
            Step &s = step(Action::extract);
            s.which.emplace();
            if (!parse_which(optarg, *s.which, error)) return false;
            break;
        }
        case 'r': {
            // Tags may hold an equals sign, so the file's name starts behind the one that follows WHICH.
            const std::string_view text = optarg;
            const size_t at = text.find('=', text.starts_with("t:") && text.size() > 6 ? 6 : 0);
            Step &s = step(Action::replace);
            if (at == text.npos) {
                error = "--replace needs WHICH=FILE";
                return false;
            }
            s.which.emplace();
            s.file = text.substr(at + 1);
            if (!parse_which(text.substr(0, at), *s.which, error)) return false;
            break;
        }
        case 'o': output = optarg; break;
        case 'm': step(Action::to_metadata); break;
        case from_metadata: step(Action::from_metadata).file = optarg; break;
        case verify_metadata: step(Action::verify_metadata); break;
        case ignore_checksum: options.ignore_checksum = true; break;
        case colour: options.colour = true; break;
        case no_colour: options.colour = false; break;
        case 'h': options.mode = Options::Mode::help; return true;
        case 'V': options.mode = Options::Mode::version; return true;
        case ':': error = std::string("'") + argv[optind - 1] + "' needs a value"; return false;
        default:
            error = optopt ? std::string("'-") + static_cast<char>(optopt) + "'"
                           : std::string("'") + argv[optind - 1] + "'";
            error += " is no option";
            return false;
        }
    }
    if (optind < argc) options.input = argv[argc - 1];
    if (options.steps.empty()) step(Action::list);
    return true;
}

} // namespace weft::dxbc
