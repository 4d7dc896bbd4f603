// Expands what Direct3D defines and SPIR-V does not, for a target's profile.
#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostics.h"

namespace weft::passes {

// What the target can express, one bit a capability. A bit that is off has the fallback named here.
struct Profile {
    bool demote = false; // OpDemoteToHelperInvocation. Else OpKill, delayed while something needs the quad
    bool scalar_select =
        false; // a scalar condition selects vectors (SPIR-V 1.4). Else the condition is repeated
    bool packed_dot = false;          // dot products of packed bytes. Else byte by byte
    bool partitioned = false;         // groups of lanes by value. Else loops
    bool compute_derivatives = false; // thread groups have derivatives
    bool quad_derivatives =
        false; // else differences within a quad, which are operations of lanes. Else an error
};

// Before: operations mean what ops.def says.
// After: operations mean their plain SPIR-V counterparts, cases left undefined there included:
//   udiv, umod            OpUDiv, OpUMod; zero divisors are dealt with
//   shl, ushr, sshr       OpShift*; counts are in range
//   ftoi, ftou            OpConvertFTo*; out-of-range operands are dealt with
//   ubfe, ibfe, bfi       OpBitField*; offset and width are in range, and the same in every lane (a scalar,
//   or a
//                         constant vector of equal components: SPIR-V wants a scalar)
//   first_bit_low         FindILsb; find_umsb, find_smsb: FindUMsb, FindSMsb
//   f16_to_f32            component 0 of UnpackHalf2x16; scalar only
//   demote                stands alone (its operand is the constant true), where the profile has it
//   select                the condition has as many components as the result, or the profile says
//   scalar_select gone                  frcp, first_bit_high, first_bit_shi, f32_to_f16, msad, add_carry,
//   sub_borrow, and fdot
//                         with the precise flag
//   bit_count, bit_reverse, first_bit_low, find_umsb and find_smsb have 32 bits; unpack_4x8, pack_4x8,
//   dot2add and, unless packed_dot, dot4add_* are gone; operations of lanes are as lanes.h says
Result legalise(ir::Module &module, const Profile &profile, Diagnostics &diag);

} // namespace weft::passes
