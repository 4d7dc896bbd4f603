// For tests that look at the text of a module.
#pragma once

#include <gtest/gtest.h>

namespace weft::spirv::test {

// Ends the running test, from whatever function it is in, as skipped.
inline void skip_without_spirv_tools() {
#ifndef WEFT_HAVE_SPIRV_TOOLS
    static constexpr char reason[] = "this build has no SPIRV-Tools";
    GTEST_MESSAGE_AT_(__FILE__, __LINE__, reason, testing::TestPartResult::kSkip);
    // GoogleTest takes this exception for one whose cause is on record.
    throw testing::AssertionException(
        testing::TestPartResult(testing::TestPartResult::kSkip, __FILE__, __LINE__, reason));
#endif
}

} // namespace weft::spirv::test
