#include "core/dxil/listing.h"

namespace weft::dxil {

namespace {

constexpr uint32_t comment_column = 50;

} // namespace

// Blocks and values without a name share one count, blocks taking theirs before what is in them.
void Listing::number_values(const Function &f) {
    uint32_t next = 0;
    value_numbers_.resize(f.values.count);
    block_numbers_.resize(f.blocks.count);
    const Value *values = m_.local_values.data() + f.values.first;
    for (uint32_t i = 0; i < f.argument_count; ++i)
        if (!values[i].name) value_numbers_[i] = next++;
    uint32_t value = f.argument_count + f.constant_count;
    uint32_t instruction = f.instructions.first;
    for (uint32_t b = 0; b < f.blocks.count; ++b) {
        const uint32_t index = f.blocks.first + b;
        if (index >= m_.block_names.size() || !m_.block_names[index]) block_numbers_[b] = next++;
        const uint32_t end =
            b + 1 < f.blocks.count ? m_.block_starts[index + 1] : f.instructions.first + f.instructions.count;
        for (; instruction < end; ++instruction) {
            if (m_.instructions[instruction].value == none) continue;
            if (!values[value].name) value_numbers_[value] = next++;
            ++value;
        }
    }
}

void Listing::label(const Function &f, uint32_t block) {
    const uint32_t index = f.blocks.first + block;
    if (index < m_.block_names.size() && m_.block_names[index])
        return name('%', m_.strings[m_.block_names[index]]);
    letter('%');
    number(block_numbers_[block]);
}

void Listing::find_predecessors(const Function &f) {
    const auto each_edge = [&](auto &&take) {
        for (uint32_t b = 0; b < f.blocks.count; ++b) {
            const uint32_t end = b + 1 < f.blocks.count ? m_.block_starts[f.blocks.first + b + 1]
                                                        : f.instructions.first + f.instructions.count;
            const Instruction &last = m_.instructions[end - 1];
            const uint32_t *operands = m_.operands.data() + last.first;
            if (last.opcode == Opcode::br) {
                take(b, operands[0]);
                if (last.count == 3) take(b, operands[1]);
            } else if (last.opcode == Opcode::switch_) {
                for (uint32_t i = 1; i < last.count; i += 2)
                    take(b, operands[i]);
            }
        }
    };
    predecessor_starts_.clear();
    predecessor_starts_.resize(f.blocks.count + 1, 0);
    uint32_t edges = 0;
    each_edge([&](uint32_t, uint32_t to) {
        ++predecessor_starts_[to + 1];
        ++edges;
    });
    for (uint32_t b = 0; b < f.blocks.count; ++b)
        predecessor_starts_[b + 1] += predecessor_starts_[b];
    predecessors_.resize(edges);
    Vec<uint32_t> next(arena_, f.blocks.count);
    next.append(predecessor_starts_.span().first(f.blocks.count));
    each_edge([&](uint32_t from, uint32_t to) { predecessors_[next[to]++] = from; });
}

void Listing::block_head(const Function &f, uint32_t block) {
    const uint32_t index = f.blocks.first + block;
    const bool named = index < m_.block_names.size() && m_.block_names[index];
    if (!block && !named) return;
    if (block) letter('\n');
    const size_t start = out_.size();
    label(f, block);
    if (out_.size() == start) return;
    // The same without the sigil, and with a colon.
    std::string_view s = arena_.copy(std::string_view(out_.data() + start + 1, out_.size() - start - 1));
    out_.truncate(start);
    coloured(Colour::value, s);
    letter(':');
    if (block) {
        for (size_t column = s.size() + 1; column < comment_column; ++column)
            letter(' ');
        begin(Colour::comment);
        const uint32_t first = predecessor_starts_[block], end_of_list = predecessor_starts_[block + 1];
        text(first == end_of_list ? "; No predecessors!" : "; preds = ");
        for (uint32_t i = first; i < end_of_list && !overflowed_; ++i) {
            if (i != first) text(", ");
            label(f, predecessors_[i]);
        }
        end();
    }
    letter('\n');
}

void Listing::function(const Function &f) {
    const Type &t = m_.types[f.type];
    if (!f.is_declaration) {
        number_values(f);
        find_predecessors(f);
    }
    coloured(Colour::keyword, f.is_declaration ? "declare" : "define");
    letter(' ');
    const std::string_view linkage = linkage_name(f.linkage);
    if (!linkage.empty()) {
        text(linkage);
        letter(' ');
    }
    if (f.calling_convention) {
        text("cc");
        number(f.calling_convention);
        letter(' ');
    }
    attributes_of(f.attributes, 0, false);
    type(m_.type_lists[t.first]);
    letter(' ');
    operand(nullptr, f.value);
    letter('(');
    for (uint32_t i = 0; i < m_.parameter_count(t) && !overflowed_; ++i) {
        if (i) text(", ");
        type(m_.element(t, i + 1));
        attributes_of(f.attributes, i + 1, true);
        if (f.is_declaration) continue;
        letter(' ');
        operand(&f, static_cast<uint32_t>(m_.global_values.size()) + i);
    }
    if (t.flag) text(m_.parameter_count(t) ? ", ..." : "...");
    letter(')');
    if (f.unnamed_address) text(" unnamed_addr");
    function_attributes(f.attributes);
    next_attachment_ = f.attachments.first;
    next_location_ = f.locations.first;
    for (uint32_t i = 0; i < f.attachments.count && !overflowed_; ++i) {
        const Attachment &a = m_.attachments[f.attachments.first + i];
        if (a.instruction != none) continue;
        letter(' ');
        name('!', m_.kinds[a.kind]);
        letter(' ');
        metadata_reference(&f, uint64_t{a.node} + 1);
    }
    if (f.is_declaration) return letter('\n');
    text(" {\n");
    uint32_t block = 0;
    for (uint32_t i = 0; i < f.instructions.count && !overflowed_; ++i) {
        const uint32_t index = f.instructions.first + i;
        if (block < f.blocks.count && m_.block_starts[f.blocks.first + block] == index)
            block_head(f, block++);
        instruction(f, index);
    }
    text("}\n");
    if (f.metadata.count) metadata_nodes(&f, f.metadata);
}

void Listing::flags(const Instruction &ins) {
    static constexpr struct {
        uint16_t flag;
        std::string_view text;
    } fast[] = {{flag_no_nans, " nnan"},
                {flag_no_infs, " ninf"},
                {flag_no_signed_zeros, " nsz"},
                {flag_allow_reciprocal, " arcp"}},
      integer[] = {{flag_no_unsigned_wrap, " nuw"}, {flag_no_signed_wrap, " nsw"}, {flag_exact, " exact"}};
    if (ins.flags & flag_fast) {
        text(" fast");
    } else {
        for (const auto &f : fast)
            if (ins.flags & f.flag) text(f.text);
    }
    for (const auto &f : integer)
        if (ins.flags & f.flag) text(f.text);
}

void Listing::call(const Function &f, const Instruction &ins) {
    const uint32_t *operands = m_.operands.data() + ins.first;
    const Type &t = m_.types[ins.aux];
    if (ins.flags & flag_must_tail)
        text("musttail ");
    else if (ins.flags & flag_tail)
        text("tail ");
    coloured(Colour::keyword, "call");
    letter(' ');
    attributes_of(ins.attributes, 0, false);
    type(t.flag ? ins.aux : m_.type_lists[t.first]);
    letter(' ');
    operand(&f, operands[0]);
    letter('(');
    for (uint32_t i = 1; i < ins.count && !overflowed_; ++i) {
        if (i > 1) text(", ");
        const bool fixed = i <= m_.parameter_count(t);
        if (fixed && m_.types[m_.element(t, i)].kind == TypeKind::metadata) {
            type(m_.element(t, i));
            letter(' ');
            metadata_reference(&f, uint64_t{operands[i]} + 1);
            continue;
        }
        type(m_.value(&f, operands[i]).type);
        attributes_of(ins.attributes, i, true);
        letter(' ');
        operand(&f, operands[i]);
    }
    letter(')');
    function_attributes(ins.attributes);
}

void Listing::instruction(const Function &f, uint32_t index) {
    const Instruction &ins = m_.instructions[index];
    const uint32_t *operands = m_.operands.data() + ins.first;
    indent();
    if (ins.value != none) {
        operand(&f, ins.value);
        text(" = ");
    }
    const auto opcode = [&](std::string_view s) { coloured(Colour::keyword, s); };
    // Operands from `first` to `end`, with their types.
    const auto list = [&](uint32_t first, uint32_t end) {
        for (uint32_t i = first; i < end && !overflowed_; ++i) {
            if (i != first) text(", ");
            typed_operand(&f, operands[i]);
        }
    };
    const auto literals = [&](uint32_t first) {
        for (uint32_t i = first; i < ins.count && !overflowed_; ++i) {
            text(", ");
            number(operands[i]);
        }
    };
    const auto to_block = [&](uint32_t block) {
        text("label ");
        label(f, block);
    };
    const auto scope = [&] {
        if (ins.flags & flag_single_thread) text(" syncscope(\"singlethread\")");
    };
    switch (ins.opcode) {
    case Opcode::binary:
        opcode(binary_name(ins.sub, scalar(ins.type).kind != TypeKind::integer));
        flags(ins);
        letter(' ');
        list(0, 1);
        text(", ");
        operand(&f, operands[1]);
        break;
    case Opcode::compare: {
        const TypeKind kind = scalar(m_.value(&f, operands[0]).type).kind;
        opcode(kind == TypeKind::integer || kind == TypeKind::pointer ? "icmp" : "fcmp");
        flags(ins);
        letter(' ');
        text(predicate_name(ins.sub));
        letter(' ');
        list(0, 1);
        text(", ");
        operand(&f, operands[1]);
        break;
    }
    case Opcode::cast:
        opcode(cast_name(ins.sub));
        letter(' ');
        list(0, 1);
        text(" to ");
        type(ins.type);
        break;
    case Opcode::gep:
        opcode("getelementptr");
        text(ins.flags & flag_in_bounds ? " inbounds " : " ");
        type(ins.aux);
        text(", ");
        list(0, ins.count);
        break;
    case Opcode::select:
        opcode("select");
        letter(' ');
        typed_operand(&f, operands[2]);
        text(", ");
        list(0, 2);
        break;
    case Opcode::extract_element:
        opcode("extractelement");
        letter(' ');
        list(0, 2);
        break;
    case Opcode::insert_element:
        opcode("insertelement");
        letter(' ');
        list(0, 3);
        break;
    case Opcode::shuffle:
        opcode("shufflevector");
        letter(' ');
        list(0, 3);
        break;
    case Opcode::ret:
        opcode("ret");
        text(ins.count ? " " : " void");
        list(0, ins.count);
        break;
    case Opcode::br:
        opcode("br");
        letter(' ');
        if (ins.count == 3) {
            typed_operand(&f, operands[2]);
            text(", ");
        }
        to_block(operands[0]);
        if (ins.count == 3) {
            text(", ");
            to_block(operands[1]);
        }
        break;
    case Opcode::switch_:
        opcode("switch");
        letter(' ');
        list(0, 1);
        text(", ");
        to_block(operands[1]);
        text(" [\n");
        for (uint32_t i = 2; i < ins.count && !overflowed_; i += 2) {
            indent();
            indent();
            typed_operand(&f, operands[i]);
            text(", ");
            to_block(operands[i + 1]);
            letter('\n');
        }
        indent();
        letter(']');
        break;
    case Opcode::unreachable: opcode("unreachable"); break;
    case Opcode::phi:
        opcode("phi");
        letter(' ');
        type(ins.type);
        for (uint32_t i = 0; i < ins.count && !overflowed_; i += 2) {
            text(i ? ", [ " : " [ ");
            operand(&f, operands[i]);
            text(", ");
            label(f, operands[i + 1]);
            text(" ]");
        }
        break;
    case Opcode::alloca_: {
        opcode("alloca");
        letter(' ');
        type(ins.aux);
        const Value &size = m_.value(&f, operands[0]);
        const Constant *one = size.kind == ValueKind::constant ? &m_.constants[size.index] : nullptr;
        if (!one || one->kind != ConstantKind::integer || one->bits != 1) {
            text(", ");
            list(0, 1);
        }
        align(ins.align);
        break;
    }
    case Opcode::load:
        opcode("load");
        text(ins.flags & flag_volatile ? " volatile " : " ");
        type(ins.type);
        text(", ");
        list(0, 1);
        align(ins.align);
        break;
    case Opcode::store:
        opcode("store");
        text(ins.flags & flag_volatile ? " volatile " : " ");
        typed_operand(&f, operands[1]);
        text(", ");
        list(0, 1);
        align(ins.align);
        break;
    case Opcode::extract_value:
        opcode("extractvalue");
        letter(' ');
        list(0, 1);
        literals(1);
        break;
    case Opcode::insert_value:
        opcode("insertvalue");
        letter(' ');
        list(0, 2);
        literals(2);
        break;
    case Opcode::call: call(f, ins); break;
    case Opcode::atomic_rmw:
        opcode("atomicrmw");
        text(ins.flags & flag_volatile ? " volatile " : " ");
        text(rmw_name(ins.sub));
        letter(' ');
        list(0, 2);
        scope();
        letter(' ');
        text(ordering_name(ins.order));
        break;
    case Opcode::compare_exchange:
        opcode("cmpxchg");
        if (ins.flags & flag_weak) text(" weak");
        text(ins.flags & flag_volatile ? " volatile " : " ");
        list(0, 3);
        scope();
        letter(' ');
        text(ordering_name(ins.order));
        letter(' ');
        text(ordering_name(ins.order2));
        break;
    case Opcode::fence:
        opcode("fence");
        scope();
        letter(' ');
        text(ordering_name(ins.order));
        break;
    }
    suffix(f, index);
    letter('\n');
}

// Source location and attached metadata. Both lists follow the instructions' order, which writers keep.
void Listing::suffix(const Function &f, uint32_t index) {
    const uint32_t locations_end = f.locations.first + f.locations.count;
    while (next_location_ < locations_end && m_.locations[next_location_].instruction < index)
        ++next_location_;
    if (next_location_ < locations_end && m_.locations[next_location_].instruction == index) {
        const DebugLocation &l = m_.locations[next_location_++];
        text(", !dbg !DILocation(line: ");
        number(l.line);
        text(", column: ");
        number(l.column);
        text(", scope: ");
        metadata_reference(&f, l.scope);
        if (l.inlined) {
            text(", inlinedAt: ");
            metadata_reference(&f, l.inlined);
        }
        letter(')');
    }
    const uint32_t attachments_end = f.attachments.first + f.attachments.count;
    while (next_attachment_ < attachments_end && (m_.attachments[next_attachment_].instruction == none ||
                                                  m_.attachments[next_attachment_].instruction < index))
        ++next_attachment_;
    for (; next_attachment_ < attachments_end && m_.attachments[next_attachment_].instruction == index;
         ++next_attachment_) {
        const Attachment &a = m_.attachments[next_attachment_];
        text(", ");
        name('!', m_.kinds[a.kind]);
        letter(' ');
        metadata_reference(&f, uint64_t{a.node} + 1);
    }
}

} // namespace weft::dxil
