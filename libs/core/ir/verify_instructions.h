// What the verifier wants of single instructions: types of operands and results, literals, declarations.
#pragma once

#include <string>

#include "core/ir/verify.h"

namespace weft::ir {

class InstructionVerifier {
  public:
    InstructionVerifier(const Module &m, const VerifyOptions &options) : m_(m), options_(options) {}

  protected:
    // Notes what is wrong, with the instruction; always false.
    bool fail(Value v, const char *what, ...);
    Type type(Value v) const { return m_[v].type; }
    bool is_scalar_i32(Value user, Value v, const char *what);

    // All rules of the instruction itself. Its operands must exist: Verifier::operands() comes first.
    bool types(Value v, const Inst &i);

    const Module &m_;
    VerifyOptions options_;
    std::string message_;
    const Callee *callee_ = nullptr; // that is looked at

  private:
    bool legal(Value v, const Inst &i);
    bool uniform(Value v, const Inst &i, unsigned k);
    bool icb(Value v, Type t, const ConstantArray &array, uint32_t first);
    bool shared(Value v, uint32_t index, Type t);
    bool wave(Value v, const Inst &i, Type t);
    bool wave_op(Value v, Type t, uint32_t op);
    bool ray_query(Value v, const Inst &i, Type t);
    bool resource(Value v, uint32_t index, uint32_t kinds);
    bool atomic(Value v, Type t, uint32_t op, Value value, Value comparator);
    bool literal_row(Value v, const Inst &i);
    bool access(Value v, const Inst &i, Type t, uint32_t packed, const signature::Signature &signature,
                Value row, Value vertex);
    bool texture(Value v, const Inst &i, Type t);
};

} // namespace weft::ir
