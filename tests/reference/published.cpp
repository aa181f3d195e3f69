#include "problems/model/error.hpp"
#include "reference/published/table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench {
namespace {

TEST(Published, TruncatedAndRoundedDigitsAgreeOthersDoNot) {
  EXPECT_TRUE(agrees_with_print(2.27563e-1, "2.2756e-1"));
  EXPECT_TRUE(agrees_with_print(2.27567e-1, "2.2756e-1")) << "truncated";
  EXPECT_TRUE(agrees_with_print(2.27557e-1, "2.2756e-1")) << "rounded";
  EXPECT_FALSE(agrees_with_print(2.2757e-1, "2.2756e-1"));
  EXPECT_FALSE(agrees_with_print(2.27554e-1, "2.2756e-1"));
  EXPECT_TRUE(agrees_with_print(0.99999, "0.9999"));
  EXPECT_TRUE(agrees_with_print(-0.14, "0.14")) << "no sign in print";
  EXPECT_TRUE(agrees_with_print(-0.1401, "-0.140"));
  EXPECT_FALSE(agrees_with_print(0.1401, "-0.140"));
  EXPECT_TRUE(agrees_with_print(0.001, "0.00"));
  EXPECT_FALSE(agrees_with_print(0.02, "0.00"));
  EXPECT_TRUE(agrees_with_print(70000.0, "70000"));
  EXPECT_FALSE(agrees_with_print(70001.0, "70000"));
  EXPECT_FALSE(agrees_with_print(std::nan(""), "1.0"));
  EXPECT_FALSE(agrees_with_print(1.0, ""));
  EXPECT_FALSE(agrees_with_print(1.0, "one"));
}

TEST(Published, TheTablesAreWhole) {
  const auto tables = published_tables("nguyen2024");
  ASSERT_EQ(tables.size(), 10U);
  EXPECT_EQ(tables.front(), "4.1");
  EXPECT_EQ(tables.back(), "4.13");
  std::size_t printed = 0;
  for (const char* table : {"4.7", "4.9", "4.10", "4.11", "4.12"}) {
    for (const PublishedValue& v : read_published("nguyen2024", table)) {
      EXPECT_EQ(v.table, table);
      EXPECT_EQ(v.value.has_value(), !v.digits.empty());
      if (v.value && v.scheme != "nscd") ++printed;
      EXPECT_TRUE(v.suspect_grade.empty() || v.suspect.size() > 10U);
    }
  }
  EXPECT_EQ(printed, 397U) << "the non-empty DEM, SNC and INC values";
}

TEST(Published, UnknownSourcesAndTablesAreNamed) {
  try {
    (void)read_published("nguyen2024", "4.99");
    FAIL();
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("4.13"), std::string::npos);
  }
  EXPECT_THROW((void)read_published("nobody1900", "1.1"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
