// doc/conformance.md and doc/d3d9-arithmetic.md promise tests by name.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace weft {
namespace {

std::set<std::string> unit_test_names() {
    std::set<std::string> names;
    const testing::UnitTest &all = *testing::UnitTest::GetInstance();
    for (int s = 0; s < all.total_test_suite_count(); ++s) {
        const testing::TestSuite &suite = *all.GetTestSuite(s);
        for (int i = 0; i < suite.total_test_count(); ++i)
            names.insert(std::string(suite.name()) + "." + suite.GetTestInfo(i)->name());
    }
    return names;
}

void check(const char *document, unsigned least_rows) {
    const std::filesystem::path tests = WEFT_TEST_DATA;
    std::ifstream in(tests.parent_path() / "doc" / document);
    ASSERT_TRUE(in);
    const std::set<std::string> units = unit_test_names();
    const std::regex shader_test("`([a-z0-9]+/[-a-z0-9.]+)`"),
        unit_test("`([A-Z][A-Za-z0-9]+\\.[A-Za-z0-9]+)`");
    bool in_table = false;
    unsigned rows = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("|", 0) != 0) {
            in_table = false;
            continue;
        }
        if (!in_table || line.rfind("|---", 0) == 0) {
            in_table = true;
            continue;
        }
        ++rows;
        // What follows the last separator but the one that ends the row.
        const std::string cell = line.substr(line.rfind('|', line.size() - 2) + 1);
        unsigned named = 0;
        for (std::sregex_iterator m(cell.begin(), cell.end(), shader_test), none; m != none; ++m, ++named)
            EXPECT_TRUE(std::filesystem::exists(tests / "shaders" / ((*m)[1].str() + ".shader_test")))
                << (*m)[1];
        for (std::sregex_iterator m(cell.begin(), cell.end(), unit_test), none; m != none; ++m, ++named)
            EXPECT_TRUE(units.count((*m)[1])) << (*m)[1];
        EXPECT_TRUE(named) << line;
    }
    EXPECT_GE(rows, least_rows);
}

TEST(Conformance, EveryRowNamesATestThatExists) {
    check("conformance.md", 120);
    check("d3d9-arithmetic.md", 39);
}

} // namespace
} // namespace weft
