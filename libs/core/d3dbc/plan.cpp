#include "core/d3dbc/plan.h"

#include "core/ir/ssa.h"

namespace weft::d3dbc {

namespace {

// Far above what Direct3D allows; they bound the work that a hostile program can ask for.
constexpr size_t max_nesting = 128, max_loops = 4096, max_write_words = size_t{1} << 22;
constexpr unsigned max_call_depth = 32;

class Planner {
  public:
    Planner(const Program &program, Arena &arena, Diagnostics &diag, Plan &plan)
        : code_(program.instructions),
          version_(program.version),
          arena_(arena),
          diag_(diag),
          plan_(plan),
          count_(static_cast<uint32_t>(program.instructions.size())) {}

    bool run() {
        plan_.match = arena_.zeroed<uint32_t>(count_);
        plan_.loop_slot = {arena_.array<uint32_t>(count_), count_};
        return match_blocks() && find_subroutines() && summarise() && collect_writes();
    }

  private:
    bool fail(const Instruction &ins, unsigned code, const char *what) {
        diag_.error({ins.line, 0}, code, "%.*s: %s", static_cast<int>(ins.info->name.size()),
                    ins.info->name.data(), what);
        return false;
    }

    bool match_blocks() {
        Vec<uint32_t> open(arena_);
        uint32_t loops = 0;
        for (uint32_t i = 0; i < count_; ++i) {
            const Instruction &ins = code_[i];
            plan_.loop_slot[i] = no_slot;
            note_relative(ins);
            switch (ins.op) {
            case Op::if_:
            case Op::ifc:
            case Op::loop:
            case Op::rep:
                if (open.size() == max_nesting)
                    return fail(ins, code::d3dbc_not_implemented, "blocks are nested too deeply.");
                open.push(i);
                if (ins.op == Op::loop || ins.op == Op::rep) {
                    if (loops == max_loops) return fail(ins, code::d3dbc_not_implemented, "too many loops.");
                    plan_.loop_slot[i] = slot::loops + loops++;
                }
                break;
            case Op::else_:
            case Op::endif: {
                if (open.empty() || !closes_if(open.back(), ins.op))
                    return fail(ins, code::ir_control_flow, "no if to end.");
                plan_.match[open.back()] = i;
                open.pop();
                if (ins.op == Op::else_) open.push(i);
                break;
            }
            case Op::endloop:
            case Op::endrep: {
                Op opener = ins.op == Op::endloop ? Op::loop : Op::rep;
                if (open.empty() || code_[open.back()].op != opener)
                    return fail(ins, code::ir_control_flow, "no loop to end.");
                plan_.match[open.back()] = i;
                open.pop();
                break;
            }
            case Op::label:
                if (!open.empty()) return fail(ins, code::ir_control_flow, "inside a block.");
                break;
            default: break;
            }
        }
        if (!open.empty()) return fail(code_[open.back()], code::ir_control_flow, "the block has no end.");
        plan_.slots = slot::loops + loops;
        return true;
    }

    bool closes_if(uint32_t opener, Op closer) const {
        Op op = code_[opener].op;
        return op == Op::if_ || op == Op::ifc || (op == Op::else_ && closer == Op::endif);
    }

    void note_relative(const Instruction &ins) {
        if (ins.is_declaration()) return;
        if (ins.has_destination() && ins.dst.relative()) {
            plan_.relative_outputs |= ins.dst.is(RegisterType::output);
            plan_.relative_inputs |= ins.dst.is(RegisterType::input); // texkill reads it
        }
        for (const Source &src : ins.sources())
            plan_.relative_inputs |= src.relative() && src.is(RegisterType::input);
    }

    // The main program and each subroutine end at their first ret outside a block, or where the next one
    // begins.
    bool find_subroutines() {
        unsigned labels = 0;
        for (const Instruction &ins : code_)
            if (ins.op == Op::label && ins.src[0].number() + 1 > labels) labels = ins.src[0].number() + 1;
        auto subroutines = arena_.zeroed<Subroutine>(labels);
        Subroutine main;
        Subroutine *current = &main;
        bool ended = false;
        unsigned depth = 0;
        for (uint32_t i = 0; i < count_; ++i) {
            const Instruction &ins = code_[i];
            if (ins.op == Op::label) {
                if (!ended) current->end = i;
                if (!ins.src[0].is(RegisterType::label))
                    return fail(ins, code::d3dbc_register_type, "the operand is no label.");
                current = &subroutines[ins.src[0].number()];
                if (current->defined) return fail(ins, code::ir_control_flow, "the label exists already.");
                current->defined = true;
                current->begin = i + 1;
                ended = false;
            } else if (ins.info->flags & op_closes) {
                --depth;
            }
            if (ins.info->flags & op_opens) ++depth;
            if (ins.op == Op::ret && !ended) {
                if (depth) {
                    current->early_return = true;
                } else {
                    current->end = i;
                    ended = true;
                }
            }
        }
        if (!ended) current->end = count_;
        plan_.main_end = main.end;
        plan_.subroutines = subroutines;
        return true;
    }

    uint32_t own_word(uint32_t i) const {
        const Instruction &ins = code_[i];
        if (plan_.loop_slot[i] != no_slot) return ir::RegisterFile::write_word(plan_.loop_slot[i], 0x3);
        if (!ins.has_destination() || ins.is_declaration()) return 0;
        if (writes_depth_only(ins.op)) return ir::RegisterFile::write_word(slot::depth_output, 0x1);
        uint32_t s = slot_of(version_, ins.dst.type(), ins.dst.number());
        return s == no_slot ? 0 : ir::RegisterFile::write_word(s, effective_mask(ins));
    }

    static bool is_call(Op op) { return op == Op::call || op == Op::callnz; }

    const Subroutine *callee(const Instruction &ins) const {
        if (!ins.src[0].is(RegisterType::label) || ins.src[0].number() >= plan_.subroutines.size())
            return nullptr;
        const Subroutine &s = plan_.subroutines[ins.src[0].number()];
        return s.defined ? &s : nullptr;
    }

    bool summarise() {
        size_t n = plan_.subroutines.size();
        state_ = arena_.zeroed<uint8_t>(n);
        summary_ = arena_.zeroed<std::span<const uint32_t>>(n);
        for (const Instruction &ins : code_)
            if (is_call(ins.op)) {
                if (!callee(ins)) return fail(ins, code::ir_control_flow, "there is no such label.");
                if (!summarise(ins, 0)) return false;
            }
        return true;
    }

    // Recursion follows calls, whose depth is bounded.
    bool summarise(const Instruction &call, unsigned depth) {
        uint32_t label = call.src[0].number();
        if (state_[label] == 2) return true;
        if (state_[label] == 1) return fail(call, code::ir_control_flow, "a subroutine calls itself.");
        if (depth == max_call_depth)
            return fail(call, code::d3dbc_not_implemented, "calls are nested too deeply.");
        state_[label] = 1;
        const Subroutine &s = plan_.subroutines[label];
        auto masks = arena_.zeroed<uint8_t>(plan_.slots);
        for (uint32_t i = s.begin; i < s.end; ++i) {
            if (is_call(code_[i].op)) {
                if (!callee(code_[i]))
                    return fail(code_[i], code::ir_control_flow, "there is no such label.");
                if (!summarise(code_[i], depth + 1)) return false;
                for (uint32_t word : summary_[code_[i].src[0].number()])
                    masks[word >> 4] |= word & 15;
            } else if (uint32_t word = own_word(i)) {
                masks[word >> 4] |= word & 15;
            }
        }
        Vec<uint32_t> words(arena_);
        for (uint32_t r = 0; r < plan_.slots; ++r)
            if (masks[r]) words.push(ir::RegisterFile::write_word(r, masks[r]));
        summary_[label] = words.span();
        state_[label] = 2;
        return true;
    }

    bool collect_writes() {
        plan_.write_begin = {arena_.array<uint32_t>(count_ + 1), count_ + 1};
        Vec<uint32_t> writes(arena_, count_);
        for (uint32_t i = 0; i < count_; ++i) {
            plan_.write_begin[i] = static_cast<uint32_t>(writes.size());
            if (is_call(code_[i].op))
                writes.append(summary_[code_[i].src[0].number()]);
            else if (uint32_t word = own_word(i))
                writes.push(word);
            if (writes.size() > max_write_words)
                return fail(code_[i], code::d3dbc_not_implemented, "the calls write too much.");
        }
        plan_.write_begin[count_] = static_cast<uint32_t>(writes.size());
        plan_.writes = writes.span();
        return true;
    }

    std::span<const Instruction> code_;
    Version version_;
    Arena &arena_;
    Diagnostics &diag_;
    Plan &plan_;
    uint32_t count_;
    std::span<uint8_t> state_; // of each subroutine: 0 untouched, 1 being summarised, 2 done
    std::span<std::span<const uint32_t>> summary_;
};

} // namespace

uint32_t slot_of(Version version, RegisterType type, unsigned number) {
    switch (type) {
    case RegisterType::temp: return slot::temp + number;
    case RegisterType::input: return slot::input + number;
    case RegisterType::address: return version.is_vertex() ? slot::address : slot::texture + number;
    case RegisterType::raster_output: return slot::raster_output + number;
    case RegisterType::color_attribute: return slot::color_attribute + number;
    case RegisterType::output: return slot::output + number;
    case RegisterType::color_output: return slot::color_output + number;
    case RegisterType::depth_output: return slot::depth_output;
    case RegisterType::misc: return slot::misc + number;
    case RegisterType::predicate: return slot::predicate;
    default: return no_slot;
    }
}

uint8_t effective_mask(const Instruction &ins) {
    uint8_t mask = ins.dst.mask();
    switch (ins.dst.type()) {
    case RegisterType::raster_output:
        if (ins.dst.number() != static_cast<unsigned>(RasterOutput::position)) return mask ? 1 : 0;
        break;
    case RegisterType::depth_output: return mask ? 1 : 0;
    default: break;
    }
    // Macros that yield fewer components than the mask may name.
    switch (ins.op) {
    case Op::m4x3:
    case Op::m3x3:
    case Op::crs: return mask & 0x7;
    case Op::m3x2:
    case Op::sincos: return mask & 0x3;
    case Op::texkill: return 0;
    default: return mask;
    }
}

bool make_plan(const Program &program, Arena &arena, Diagnostics &diag, Plan *plan) {
    return Planner(program, arena, diag, *plan).run();
}

} // namespace weft::d3dbc
