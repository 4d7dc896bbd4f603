#include "pairs.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <string_view>

#include "unit/d3dbc_assemble.h"

namespace weft::linking {

namespace {

using namespace d3dbc;
using namespace d3dbc::test;

// splitmix64: the same numbers on every machine, which the library's distributions do not promise.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}
    unsigned below(unsigned n) {
        state_ += 0x9e3779b97f4a7c15u;
        uint64_t z = state_;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return static_cast<unsigned>((z ^ z >> 31) % n);
    }
    bool one_in(unsigned n) { return below(n) == 0; }
    // A subset of `of` that is not empty.
    uint8_t part(uint8_t of) {
        for (;;)
            if (auto m = static_cast<uint8_t>(below(16) & of); m || !of) return m;
    }

  private:
    uint64_t state_;
};

struct Semantic {
    Usage usage;
    unsigned index;
    auto operator<=>(const Semantic &) const = default;
};
constexpr Semantic position{Usage::position, 0}, fog{Usage::fog, 0}, point_size{Usage::point_size, 0},
    color0{Usage::color, 0};

struct Declaration {
    Semantic semantic;
    unsigned number; // of the register
    uint8_t mask;
};

struct Model {
    const char *name;
    uint32_t token;
    unsigned major;
};
constexpr Model vertex_models[] = {{"vs_1_1", 0xfffe0101, 1},
                                   {"vs_2_0", 0xfffe0200, 2},
                                   {"vs_3_0", 0xfffe0300, 3}},
                pixel_models[] = {
                    {"ps_1_4", 0xffff0104, 1}, {"ps_2_0", 0xffff0200, 2}, {"ps_3_0", 0xffff0300, 3}};

// Each input has digits of its own in the colour, so that none can stand for another.
constexpr unsigned slot_count = 3;
constexpr float weights[slot_count] = {1 / 2.0f, 1 / 64.0f, 1 / 2048.0f};

std::string letters(uint8_t mask) {
    std::string s;
    for (unsigned c = 0; c < 4; ++c)
        if (mask >> c & 1) s += "xyzw"[c];
    return s;
}

// Selects no component outside the mask.
std::string swizzle_within(uint8_t mask) {
    std::string s;
    const char other = letters(mask)[0];
    for (unsigned c = 0; c < 4; ++c)
        s += mask >> c & 1 ? "xyzw"[c] : other;
    return s;
}

class Generator {
  public:
    Generator(uint64_t seed, unsigned number)
        : random_(seed * 1000003 + number),
          vs_(vertex_models[number % 3]),
          ps_(pixel_models[number / 3 % 3]) {}

    Pair run() {
        choose_inputs();
        choose_outputs();
        place_inputs();
        place_outputs();
        pair_.vertex_model = vs_.name;
        pair_.pixel_model = ps_.name;
        pair_.vertex = vertex_shader();
        pair_.pixel = pixel_shader();
        std::map<Semantic, bool> semantics;
        for (const Declaration &d : inputs_)
            semantics[d.semantic] = true;
        pair_.inputs = static_cast<unsigned>(semantics.size());
        expect();
        note();
        return pair_;
    }

  private:
    void shows(Case c) { pair_.shows[static_cast<size_t>(c)] = true; }
    static bool fixed(Semantic s) {
        return (s.usage == Usage::color && s.index < 2) || (s.usage == Usage::texcoord && s.index < 8);
    }
    // What the rasteriser takes out of a vertex shader without declarations besides those.
    static bool raster(Semantic s) { return s == position || s == fog || s == point_size; }

    Semantic any_semantic(bool declared, unsigned texcoords) {
        switch (random_.below(declared ? 10 : 4)) {
        case 0: return color0;
        case 1: return {Usage::color, 1};
        case 4: return fog;
        case 5: return point_size;
        case 6: return position;
        case 7:
        case 8: {
            constexpr Usage usages[] = {Usage::blend_weight, Usage::blend_indices, Usage::normal,
                                        Usage::tangent,      Usage::binormal,      Usage::tess_factor,
                                        Usage::position_t,   Usage::depth,         Usage::sample,
                                        Usage::position,     Usage::point_size,    Usage::fog};
            const Usage usage = usages[random_.below(std::size(usages))];
            const bool special =
                usage == Usage::position || usage == Usage::point_size || usage == Usage::fog;
            return {usage, special + random_.below(4)};
        }
        case 9: return {Usage::texcoord, random_.below(16)};
        default: return {Usage::texcoord, random_.below(texcoords)};
        }
    }

    void choose_inputs() {
        while (inputs_.size() < slot_count) {
            Semantic s = any_semantic(ps_.major == 3, ps_.major == 1 ? 6 : 8);
            uint8_t possible = 0xf;
            if (ps_.major == 1 && s.usage == Usage::texcoord) possible = 0x7; // texcrd has no w
            if (s == position) possible = 0xc; // x and y differ from pixel to pixel
            if (ps_.major == 3 && !inputs_.empty() && random_.one_in(6)) {
                s = inputs_[0].semantic;
                if (s == position) continue;
                shows(Case::twice_input);
            } else if (std::any_of(inputs_.begin(), inputs_.end(),
                                   [&](auto &d) { return d.semantic == s; })) {
                continue;
            }
            const uint8_t mask = random_.one_in(3) ? possible : random_.part(possible);
            inputs_.push_back({s, 0, mask});
            read_[s] |= mask;
        }
    }

    void choose_outputs() {
        written_[position] = 0xf;
        for (const auto &[s, mask] : read_) {
            if (s == position) continue;
            if (vs_.major < 3 && !fixed(s) && !raster(s)) continue;
            const auto outside = static_cast<uint8_t>(0xf & ~mask);
            uint8_t out = 0;
            switch (random_.below(6)) {
            case 0: break;
            case 1: out = mask; break;
            case 2: out = mask | (outside ? random_.part(outside) : 0); break;
            case 3: out = random_.part(mask); break;
            case 4: out = outside ? random_.part(outside) : mask; break;
            default: out = random_.part(0xf); break;
            }
            if (vs_.major < 3 && raster(s)) out = out ? 1 : 0;
            if (out) written_[s] = out;
        }
        for (unsigned more = random_.below(3); more; --more) {
            const Semantic s = any_semantic(vs_.major == 3, 8);
            if (read_.count(s) || s == position) continue;
            written_[s] = vs_.major < 3 && raster(s) ? uint8_t(1) : random_.part(0xf);
        }
        for (const auto &[s, mask] : written_)
            for (unsigned c = 0; c < 4; ++c)
                values_[s][c] = s == position && c == 3 ? 1.0f : float(1 + random_.below(15)) / 16;
    }

    // Registers by number for models with declarations: some of them shared, some semantics in two of them.
    std::vector<Declaration> place(const std::vector<Declaration> &wanted, unsigned registers, bool may_split,
                                   Case packed, Case twice) {
        std::vector<unsigned> order(registers);
        for (unsigned k = 0; k < registers; ++k)
            order[k] = k;
        for (unsigned k = registers; k > 1; --k)
            std::swap(order[k - 1], order[random_.below(k)]);
        std::vector<uint8_t> taken(registers);
        std::vector<bool> closed(registers);
        size_t next = 0;
        std::vector<Declaration> placed;
        auto put = [&](Semantic s, uint8_t mask, unsigned not_in) {
            const bool alone = s == position;
            for (unsigned k = 0; k < registers && !alone; ++k)
                if (taken[k] && !closed[k] && k != not_in && !(taken[k] & mask) && !random_.one_in(3)) {
                    taken[k] |= mask;
                    placed.push_back({s, k, mask});
                    shows(packed);
                    return k;
                }
            const unsigned k = order[next++];
            taken[k] = mask;
            closed[k] = alone;
            placed.push_back({s, k, mask});
            return k;
        };
        for (const Declaration &d : wanted) {
            const bool split =
                may_split && std::popcount(d.mask) > 1 && d.semantic != position && random_.one_in(3);
            if (!split) {
                put(d.semantic, d.mask, ~0u);
                continue;
            }
            uint8_t first = random_.part(d.mask);
            while (first == d.mask)
                first = random_.part(d.mask);
            auto second = static_cast<uint8_t>(d.mask & ~first);
            if (random_.one_in(2)) second |= random_.part(d.mask); // may overlap: both hold the same value
            const unsigned k = put(d.semantic, first, ~0u);
            put(d.semantic, second, k);
            shows(twice);
        }
        return placed;
    }

    void place_inputs() {
        if (ps_.major == 3)
            inputs_ = place(inputs_, 10, false, Case::packed_input, Case::twice_input);
        else
            for (Declaration &d : inputs_)
                d.number = d.semantic.index;
    }

    void place_outputs() {
        std::vector<Declaration> wanted;
        for (const auto &[s, mask] : written_)
            wanted.push_back({s, s.index, mask});
        outputs_ = vs_.major == 3 ? place(wanted, 12, true, Case::packed_output, Case::twice_output) : wanted;
    }

    Reg output_register(const Declaration &d) const {
        if (vs_.major == 3) return o(d.number);
        switch (d.semantic.usage) {
        case Usage::position: return oPos();
        case Usage::fog: return make(RegisterType::raster_output, 1);
        case Usage::point_size: return make(RegisterType::raster_output, 2);
        case Usage::color: return make(RegisterType::color_attribute, d.number);
        default: return make(RegisterType::output, d.number);
        }
    }

    std::vector<uint8_t> vertex_shader() {
        Assembly a(vs_.token);
        a.dcl(Usage::position, 0, v(0));
        if (vs_.major == 3)
            for (const Declaration &d : outputs_)
                a.dcl(d.semantic.usage, d.semantic.index, o(d.number), letters(d.mask));
        unsigned constant = 0;
        std::map<Semantic, unsigned> constants;
        for (const auto &[s, value] : values_) {
            a.def(constant, value[0], value[1], value[2], value[3]);
            constants[s] = constant++;
        }
        for (const Declaration &d : outputs_) {
            const Reg out = output_register(d);
            if (d.semantic == position) {
                a.op(Op::mov, {out.mask("xyw"), v(0)});
                a.op(Op::mov, {out.mask("z"), c(constants[position])});
            } else {
                a.op(Op::mov, {out.mask(letters(d.mask)), c(constants[d.semantic])});
            }
        }
        return a.bytes();
    }

    std::vector<uint8_t> pixel_shader() {
        Assembly a(ps_.token);
        auto is_texture = [&](const Declaration &d) {
            return ps_.major < 3 && d.semantic.usage == Usage::texcoord;
        };
        if (ps_.major >= 2)
            for (const Declaration &d : inputs_) {
                const Usage usage = ps_.major == 3 ? d.semantic.usage : Usage::position;
                a.dcl(usage, ps_.major == 3 ? d.semantic.index : 0, is_texture(d) ? t(d.number) : v(d.number),
                      letters(d.mask));
            }
        for (unsigned k = 0; k < slot_count; ++k)
            a.def(k, weights[k], weights[k], weights[k], weights[k]);
        a.def(slot_count, 0, 0, 0, 0);
        if (ps_.major == 1)
            for (unsigned k = 0; k < slot_count; ++k)
                if (is_texture(inputs_[k])) a.op(Op::texcoord, {r(k + 1).mask("xyz"), t(inputs_[k].number)});
        a.op(Op::mov, {r(0), c(slot_count)});
        for (unsigned k = 0; k < slot_count; ++k) {
            const Declaration &d = inputs_[k];
            Reg in = !is_texture(d) ? v(d.number) : ps_.major == 1 ? r(k + 1) : t(d.number);
            if (ps_.major != 2) in = in.swizzle(swizzle_within(d.mask));
            a.op(Op::mad, {r(0).mask(letters(d.mask)), in, c(k), r(0)});
        }
        if (ps_.major > 1) a.op(Op::mov, {oc(0), r(0)});
        return a.bytes();
    }

    // Written components arrive, the others read 1 in COLOR 0 and 0 elsewhere.
    void expect() {
        for (unsigned k = 0; k < slot_count; ++k) {
            const Declaration &d = inputs_[k];
            const uint8_t written = written_.count(d.semantic) ? written_[d.semantic] : 0;
            for (unsigned c = 0; c < 4; ++c) {
                if (!(d.mask >> c & 1)) continue;
                const float fallback = d.semantic == color0 ? 1.0f : 0.0f;
                pair_.colour[c] += weights[k] * (written >> c & 1 ? values_[d.semantic][c] : fallback);
            }
        }
    }

    void note() {
        unsigned highest = 0;
        for (const Declaration &in : inputs_) {
            const Semantic s = in.semantic;
            highest = std::max(highest, ps_.major < 3 && s.usage == Usage::color ? 8 + in.number : in.number);
            const uint8_t out = written_.count(s) ? written_[s] : 0;
            if (!out) {
                shows(Case::missing);
                if (s == color0) shows(Case::missing_color);
                continue;
            }
            if (in.mask & ~out) shows(Case::reads_more);
            if (s == color0 && in.mask & ~out) shows(Case::partial_color);
            if (out & ~read_[s]) shows(Case::writes_more);
            if (!(in.mask & out)) shows(Case::disjoint);
            if (s == fog) shows(Case::fog_varying);
            if (s == point_size) shows(Case::point_size_varying);
            if (s == position) shows(Case::position_varying);
            if (!fixed(s) && !raster(s)) shows(Case::other_usage);
            if ((vs_.major < 3) != (ps_.major < 3)) shows(Case::implicit_declared);
            for (const Declaration &d : outputs_)
                if (d.semantic == s && vs_.major == 3 && ps_.major == 3 && d.number != in.number)
                    shows(Case::other_register);
        }
        for (const auto &[s, mask] : written_)
            if (s != position && !read_.count(s)) shows(Case::unread_output);
        // As many locations as there are inputs are always enough.
        if (random_.one_in(3)) {
            pair_.max_varyings = pair_.inputs + random_.below(3);
            if (highest >= pair_.max_varyings) shows(Case::limited);
        }
    }

    Random random_;
    const Model &vs_, &ps_;
    Pair pair_;
    std::vector<Declaration> inputs_, outputs_; // inputs_: one a slot, in order
    std::map<Semantic, uint8_t> read_, written_;
    std::map<Semantic, std::array<float, 4>> values_;
};

std::string words(const std::vector<uint8_t> &bytes) {
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 4) {
        uint32_t word;
        std::memcpy(&word, bytes.data() + i, 4);
        char buffer[16];
        std::snprintf(buffer, sizeof(buffer), "%08x%c", word, i % 32 == 28 ? '\n' : ' ');
        text += buffer;
    }
    return text + "\n";
}

} // namespace

const char *name(Case c) {
    constexpr const char *names[case_count] = {
        "registers differ",
        "usages without a register of their own",
        "registers of SM1/2 against declared semantics",
        "two semantics in an output register",
        "two semantics in an input register",
        "one semantic in two output registers",
        "one semantic in two input registers",
        "reads more than is written",
        "writes more than is read",
        "reads nothing of what is written",
        "input that nobody writes",
        "COLOR0 that nobody writes",
        "components of COLOR0 that nobody writes",
        "output that nobody reads",
        "PSIZE as a varying",
        "FOG as a varying",
        "POSITION as a varying",
        "registers beyond the limit of locations",
    };
    return names[static_cast<size_t>(c)];
}

Pair make_pair(uint64_t seed, unsigned number) {
    return Generator(seed, number).run();
}

std::string to_test(const Pair &pair) {
    std::string text = "[require]\nshader model >= 3.0\nshader model < 4.0\n";
    if (pair.max_varyings) text += "max varyings: " + std::to_string(pair.max_varyings) + "\n";
    text += "\n[vertex shader d3dbc-hex]\n% " + std::string(pair.vertex_model) + "\n" + words(pair.vertex);
    text += "\n[pixel shader d3dbc-hex]\n% " + std::string(pair.pixel_model) + "\n" + words(pair.pixel);
    char probe[256];
    std::snprintf(probe, sizeof(probe), "probe (0, 0) rgba(%.20f, %.20f, %.20f, %.20f) 8\n", pair.colour[0],
                  pair.colour[1], pair.colour[2], pair.colour[3]);
    // One location for each input, and that of the vertex position: nothing else is put out.
    text += "\n[test]\ndraw quad\n" + std::string(probe) + "spirv vertex count " +
            std::to_string(pair.inputs + 1) + " Location\n\n";
    return text;
}

} // namespace weft::linking
