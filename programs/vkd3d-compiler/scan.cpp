#include "vkd3d-compiler/scan.h"

#include <cstdarg>
#include <cstdio>

namespace weft::compiler {
namespace {

constexpr const char *descriptor_types[] = {"srv", "uav", "cbv", "sampler"};
constexpr const char *resource_types[] = {"-",    "buffer",  "1d",      "2d",        "2dms",     "3d",
                                          "cube", "1darray", "2darray", "2dmsarray", "cubearray"};
constexpr const char *data_types[] = {"-",     "unorm", "snorm",  "int",      "uint",
                                      "float", "mixed", "double", "continued"};
constexpr const char *component_types[] = {"void",   "uint",  "int",     "float",  "bool", "double",
                                           "uint64", "int64", "float16", "uint16", "int16"};

template <size_t N>
const char *name_of(const char *const (&names)[N], unsigned value) {
    return value < N ? names[value] : "?";
}

struct SystemValue {
    unsigned value;
    const char *name;
};
constexpr SystemValue system_values[] = {
    {VKD3D_SHADER_SV_NONE, "-"},
    {VKD3D_SHADER_SV_POSITION, "position"},
    {VKD3D_SHADER_SV_CLIP_DISTANCE, "clip-distance"},
    {VKD3D_SHADER_SV_CULL_DISTANCE, "cull-distance"},
    {VKD3D_SHADER_SV_RENDER_TARGET_ARRAY_INDEX, "rt-array-index"},
    {VKD3D_SHADER_SV_VIEWPORT_ARRAY_INDEX, "vp-array-index"},
    {VKD3D_SHADER_SV_VERTEX_ID, "vertex-id"},
    {VKD3D_SHADER_SV_PRIMITIVE_ID, "primitive-id"},
    {VKD3D_SHADER_SV_INSTANCE_ID, "instance-id"},
    {VKD3D_SHADER_SV_IS_FRONT_FACE, "front-face"},
    {VKD3D_SHADER_SV_SAMPLE_INDEX, "sample-index"},
    {VKD3D_SHADER_SV_TESS_FACTOR_QUADEDGE, "quad-edge"},
    {VKD3D_SHADER_SV_TESS_FACTOR_QUADINT, "quad-inside"},
    {VKD3D_SHADER_SV_TESS_FACTOR_TRIEDGE, "tri-edge"},
    {VKD3D_SHADER_SV_TESS_FACTOR_TRIINT, "tri-inside"},
    {VKD3D_SHADER_SV_TESS_FACTOR_LINEDET, "line-detail"},
    {VKD3D_SHADER_SV_TESS_FACTOR_LINEDEN, "line-density"},
    {VKD3D_SHADER_SV_TARGET, "target"},
    {VKD3D_SHADER_SV_DEPTH, "depth"},
    {VKD3D_SHADER_SV_COVERAGE, "coverage"},
    {VKD3D_SHADER_SV_DEPTH_GREATER_EQUAL, "depth-ge"},
    {VKD3D_SHADER_SV_DEPTH_LESS_EQUAL, "depth-le"},
    {VKD3D_SHADER_SV_STENCIL_REF, "stencil-ref"},
};

[[gnu::format(printf, 2, 3)]] void print(std::string &text, const char *format, ...) {
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    text += line;
}

const char *mask_text(unsigned mask, char (&text)[5]) {
    for (unsigned i = 0; i < 4; ++i)
        text[i] = mask >> i & 1 ? "xyzw"[i] : ' ';
    text[4] = 0;
    return text;
}

void print_signature(std::string &text, const char *title, const vkd3d_shader_signature &signature) {
    if (!signature.element_count) return;
    print(text, "\n%s\n  %-20s %5s %6s %-15s %-7s %8s %-4s %-4s %s\n", title, "name", "index", "stream",
          "system value", "type", "register", "mask", "used", "precision");
    for (unsigned i = 0; i < signature.element_count; ++i) {
        const auto &element = signature.elements[i];
        const char *system_value = "?";
        for (const auto &entry : system_values)
            if (entry.value == unsigned(element.sysval_semantic)) system_value = entry.name;
        char reg[16], mask[5], used[5];
        if (element.register_index == ~0u)
            snprintf(reg, sizeof(reg), "-");
        else
            snprintf(reg, sizeof(reg), "%u", element.register_index);
        print(text, "  %-20s %5u %6u %-15s %-7s %8s %s %s %u\n", element.semantic_name,
              element.semantic_index, element.stream_index, system_value,
              name_of(component_types, element.component_type), reg, mask_text(element.mask, mask),
              mask_text(element.used_mask, used), unsigned(element.min_precision));
    }
}

void print_descriptors(std::string &text, const vkd3d_shader_scan_descriptor_info &info) {
    print(text, "descriptors\n  %-8s %5s %8s %6s %-10s %-7s %s\n", "type", "space", "register", "count",
          "resource", "data", "flags");
    for (unsigned i = 0; i < info.descriptor_count; ++i) {
        const auto &descriptor = info.descriptors[i];
        char count[16];
        if (descriptor.count == ~0u)
            snprintf(count, sizeof(count), "any");
        else
            snprintf(count, sizeof(count), "%u", descriptor.count);
        std::string flags;
        if (descriptor.flags & VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_COUNTER) flags += " counter";
        if (descriptor.flags & VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_READ) flags += " read";
        if (descriptor.flags & VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_SAMPLER_COMPARISON_MODE)
            flags += " comparison";
        if (descriptor.flags & VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_ATOMICS) flags += " atomics";
        if (descriptor.flags & VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_RAW_BUFFER) flags += " raw";
        print(text, "  %-8s %5u %8u %6s %-10s %-7s%s\n", name_of(descriptor_types, descriptor.type),
              descriptor.register_space, descriptor.register_index, count,
              name_of(resource_types, descriptor.resource_type),
              name_of(data_types, descriptor.resource_data_type), flags.c_str());
    }
}

} // namespace

int print_scan(vkd3d_shader_compile_info info, std::string &report, char **messages) {
    vkd3d_shader_scan_descriptor_info descriptors{};
    descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
    descriptors.next = info.next;
    vkd3d_shader_scan_signature_info signatures{};
    signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
    signatures.next = &descriptors;
    vkd3d_shader_scan_combined_resource_sampler_info pairs{};
    pairs.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO;
    pairs.next = &signatures;
    vkd3d_shader_scan_thread_group_size_info threads{};
    threads.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_THREAD_GROUP_SIZE_INFO;
    threads.next = &pairs;
    info.next = &threads;

    const int result = vkd3d_shader_scan(&info, messages);
    if (result < 0) return result;
    print_descriptors(report, descriptors);
    if (pairs.combined_sampler_count) print(report, "\nresource and sampler pairs\n");
    for (unsigned i = 0; i < pairs.combined_sampler_count; ++i) {
        const auto &pair = pairs.combined_samplers[i];
        print(report, "  t%u space %u, ", pair.resource_index, pair.resource_space);
        if (pair.sampler_index == VKD3D_SHADER_DUMMY_SAMPLER_INDEX)
            print(report, "no sampler\n");
        else
            print(report, "s%u space %u\n", pair.sampler_index, pair.sampler_space);
    }
    print_signature(report, "input", signatures.input);
    print_signature(report, "output", signatures.output);
    print_signature(report, "patch constant", signatures.patch_constant);
    if (threads.x) print(report, "\nthread group %u x %u x %u\n", threads.x, threads.y, threads.z);

    vkd3d_shader_free_scan_combined_resource_sampler_info(&pairs);
    vkd3d_shader_free_scan_signature_info(&signatures);
    vkd3d_shader_free_scan_descriptor_info(&descriptors);
    return result;
}

} // namespace weft::compiler
