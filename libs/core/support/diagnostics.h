// What a translation has to say to its caller.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/support/printf_format.h"

namespace weft {

// Result of a step; the values are those of enum vkd3d_result.
enum class Result : int {
    ok = 0,
    error = -1,
    out_of_memory = -2,
    invalid_argument = -3,
    invalid_shader = -4,
    not_implemented = -5,
};

constexpr bool failed(Result r) {
    return static_cast<int>(r) < 0;
}

// Diagnostic codes. The numbers are part of the drop-in surface: callers show them to people and grep for
// them.
namespace code {
constexpr unsigned container_size = 1, container_magic = 2, container_checksum = 3, container_version = 4,
                   chunk_offset = 5, chunk_size = 6, container_memory = 7, signature_header = 8,
                   signature_string = 9, signature_component_type = 10;
constexpr unsigned tpf_control_flow = 1000, tpf_register_range = 1001, tpf_memory = 1002,
                   tpf_index_count = 1003, tpf_register_number = 1004, tpf_io_register = 1005,
                   tpf_index_range = 1006, tpf_case = 1007, tpf_dimension = 1008, tpf_swizzle = 1009,
                   tpf_declaration = 1010, tpf_internal = 1011, tpf_not_implemented = 1012,
                   tpf_warn_mask = 1300, tpf_warn_range_mask = 1301, tpf_warn_register_mask = 1302,
                   tpf_warn_swizzle = 1303;
constexpr unsigned spirv_no_binding = 2000, spirv_register = 2001, spirv_binding = 2002,
                   spirv_indexing = 2003, spirv_feature = 2004, spirv_memory = 2005, spirv_type = 2006,
                   spirv_instruction = 2007, spirv_not_implemented = 2008, spirv_invalid = 2009,
                   spirv_warn_swizzle = 2300, spirv_warn_uav = 2301, spirv_warn_flag = 2302;
// From 3090 on: faults that the original does not look for.
constexpr unsigned root_memory = 3000, root_version = 3001, root_parameter_type = 3002,
                   root_range_type = 3003, root_mixed_samplers = 3004, root_layout = 3090, root_limit = 3091,
                   root_overlap = 3092, root_flags = 3093, root_sampler = 3094, root_warn_flags = 3390;
constexpr unsigned pp_syntax = 4000, pp_error_directive = 4001, pp_include = 4002, pp_warn_redefined = 4300,
                   pp_warn_directive = 4301, pp_warn_argument_count = 4302, pp_warn_unknown_directive = 4303,
                   pp_warn_unterminated_call = 4304, pp_warn_unterminated_if = 4305,
                   pp_warn_division_by_zero = 4306, pp_warn_message = 4390;
constexpr unsigned glsl_internal = 6000, glsl_no_binding = 6001, glsl_unsupported = 6002,
                   msl_internal = 10000, msl_no_binding = 10001, msl_unsupported = 10002;
constexpr unsigned d3dbc_end = 7000, d3dbc_version = 7001, d3dbc_opcode = 7002, d3dbc_resource_type = 7003,
                   d3dbc_memory = 7004, d3dbc_register_index = 7005, d3dbc_undeclared = 7006,
                   d3dbc_register_type = 7007, d3dbc_operands = 7008, d3dbc_not_implemented = 7009,
                   d3dbc_profile = 7010, d3dbc_write_mask = 7011, d3dbc_warn_flags = 7300;
constexpr unsigned dxil_size = 8001, dxil_chunk_offset = 8002, dxil_chunk_size = 8003, dxil_bitcode = 8004,
                   dxil_operand_count = 8005, dxil_type_table = 8006, dxil_symbols = 8007, dxil_version = 8008,
                   dxil_function = 8009, dxil_type = 8010, dxil_module = 8011, dxil_operand = 8012,
                   dxil_intrinsic = 8013, dxil_metadata = 8014, dxil_entry_point = 8015, dxil_signature = 8016,
                   dxil_properties = 8017, dxil_resources = 8018, dxil_handle = 8019,
                   dxil_constant = 8020, dxil_not_implemented = 8021,
                   dxil_warn_signature = 8300;
constexpr unsigned ir_not_implemented = 9000, ir_control_flow = 9016, ir_tessellation = 9018,
                   ir_geometry = 9019, ir_parameter = 9020, ir_signature = 9022;
} // namespace code

// The numbers of enum vkd3d_shader_log_level.
enum class LogLevel : uint8_t { none = 0, error = 1, warning = 2, info = 3 };

// A place in the input. For d3dbc the line is the instruction number with the version token as line 1; for
// TPF it is the same count; column 0 prints as 0. line 0 means "no position".
struct Location {
    uint32_t line = 0;
    uint32_t column = 0;
};

// Collects messages, one a line, in the shapes
//   file:line:col: Ennnn: text      file: Ennnn: text      Wnnnn alike for warnings
// Formatting happens only for messages that the level lets through. The first error fixes result().
class Diagnostics {
  public:
    explicit Diagnostics(LogLevel level = LogLevel::info, const char *source_name = nullptr)
        : level_(level), source_name_(source_name) {}

    WEFT_PRINTF(4, 5) void error(Location where, unsigned code, const char *format, ...);
    WEFT_PRINTF(5, 6) void error(Location where, Result result, unsigned code, const char *format, ...);
    WEFT_PRINTF(4, 5) void warning(Location where, unsigned code, const char *format, ...);
    WEFT_PRINTF(3, 4) void note(Location where, const char *format, ...);

    // A message without any location, as in "Ennnn: text".
    WEFT_PRINTF(4, 5) void bare_error(Result result, unsigned code, const char *format, ...);

    // For functions that take a format themselves.
    WEFT_PRINTF(5, 0)
    void error_v(Location where, Result result, unsigned code, const char *format, va_list args);
    WEFT_PRINTF(4, 0) void bare_error_v(Result result, unsigned code, const char *format, va_list args);

    // The file that messages are about from now on; the name is not copied.
    void set_source_name(const char *name) { source_name_ = name; }

    bool has_errors() const { return failed(result_); }
    // Result::ok until the first error.
    Result result() const { return result_; }
    // Number of the first error; 0 until then. Texts may quote the input, and so hold whatever it likes.
    unsigned first_error() const { return first_error_; }
    const std::string &text() const { return text_; }

  private:
    void count_error(Result result, unsigned code);
    void add(LogLevel level, char letter, const Location *where, unsigned code, const char *format,
             va_list args);

    LogLevel level_;
    const char *source_name_;
    Result result_ = Result::ok;
    unsigned first_error_ = 0;
    std::string text_;
};

} // namespace weft
