#include "problems/model/error.hpp"
#include "reference/published/table.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

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
  EXPECT_FALSE(agrees_with_print(16.0, "0x10"));
  const double huge = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(agrees_with_print(huge, "inf"));
  EXPECT_FALSE(agrees_with_print(std::nan(""), "nan"));
  EXPECT_FALSE(agrees_with_print(-huge, "0.00"));
  EXPECT_TRUE(agrees_with_print(0.5, "+0.5"));
  EXPECT_FALSE(agrees_with_print(-0.5, "+0.5"));
  EXPECT_TRUE(agrees_with_print(9.99e-3, "0.00"));
  EXPECT_FALSE(agrees_with_print(1.0e-2, "0.00"));
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

TEST(Published, EveryTableHasTheRowsAndValuesOfThePrint) {
  struct Count {
    const char* table;
    std::size_t rows, printed, doubted;
  };
  constexpr std::array counts{Count{"4.1", 18, 18, 0},    Count{"4.2", 18, 18, 0},
                              Count{"4.3", 36, 36, 3},    Count{"4.4", 12, 12, 0},
                              Count{"4.7", 27, 21, 1},    Count{"4.9", 126, 82, 10},
                              Count{"4.10", 32, 28, 0},   Count{"4.11", 252, 198, 9},
                              Count{"4.12", 126, 94, 11}, Count{"4.13", 60, 48, 2}};
  for (const Count& c : counts) {
    const auto values = read_published("nguyen2024", c.table);
    EXPECT_EQ(values.size(), c.rows) << c.table;
    const auto with = [&](auto has) {
      return static_cast<std::size_t>(std::count_if(values.begin(), values.end(), has));
    };
    EXPECT_EQ(with([](const PublishedValue& v) { return v.value.has_value(); }), c.printed)
        << c.table;
    EXPECT_EQ(with([](const PublishedValue& v) { return !v.suspect_grade.empty(); }), c.doubted)
        << c.table;
    for (const PublishedValue& v : values) {
      if (!v.value) continue;
      EXPECT_TRUE(agrees_with_print(*v.value, v.digits)) << c.table << ' ' << v.digits;
      EXPECT_FALSE(agrees_with_print(*v.value * 1.5 + std::copysign(1.0, *v.value), v.digits)) << c.table << ' ' << v.digits;
    }
  }
}

/// A data folder of one table 1.1 for as long as it lives.
class TemporaryTable {
 public:
  explicit TemporaryTable(const std::string& text) {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("impactbench_published_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_ / "source");
    std::ofstream(folder_ / "source" / "tab1_1.csv") << text;
    ::setenv("IMPACTBENCH_PUBLISHED", folder_.c_str(), 1);
  }
  ~TemporaryTable() {
    ::unsetenv("IMPACTBENCH_PUBLISHED");
    std::filesystem::remove_all(folder_);
  }
  TemporaryTable(const TemporaryTable&) = delete;
  TemporaryTable& operator=(const TemporaryTable&) = delete;

 private:
  std::filesystem::path folder_;
};

const std::string columns =
    "table,problem,scheme,alpha,solver,dt,penalty_kind,R_or_cnu,c_tau,mu,eps,quantity,value,unit,"
    "note,suspect,suspect_grade,suspect_value\n";

std::string row(const std::string& value, const std::string& note,
                const std::string& table = "1.1") {
  return table + ",p,dem,,,1e-3,R,1e-3,,,,q," + value + ",-," + note + ",,,\n";
}

TEST(Published, QuotedFieldsAreReadAsWritten) {
  const TemporaryTable table(columns + row("1.50", "\"a \"\"b\"\", c\"") + "\n" + row("", ""));
  const auto values = read_published("source", "1.1");
  ASSERT_EQ(values.size(), 2U) << "an empty line is none";
  EXPECT_EQ(values[0].note, "a \"b\", c");
  EXPECT_EQ(values[0].digits, "1.50");
  EXPECT_FALSE(values[1].value);
}

TEST(Published, DamagedTablesAreRefusedWithTheirLine) {
  const auto complaint = [](const std::string& text) -> std::string {
    const TemporaryTable table(text);
    try {
      (void)read_published("source", "1.1");
    } catch (const ConfigurationError& e) {
      return e.what();
    }
    return "read";
  };
  const auto names = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_EQ(complaint(columns + row("1", "fine")), "read");
  EXPECT_TRUE(names(complaint(columns + row("1", "\"open")), ":2: a quote"));
  for (const char* value : {"nan", "inf", "0x10", "1.0e", "one", "1 2"}) {
    EXPECT_TRUE(names(complaint(columns + row("1", "") + row(value, "")), ":3: ")) << value;
  }
  EXPECT_TRUE(names(complaint(columns + "1.1,p,dem\n"), ":2: 3 fields"));
  EXPECT_TRUE(names(complaint(columns + row("1", "", "4.2")), ":2: a row of table '4.2'"));
  EXPECT_TRUE(names(complaint("table,problem\n1.1,p\n"), "column 'scheme' is there 0 times"));
  EXPECT_TRUE(names(complaint("table," + columns), "column 'table' is there 2 times"));
  EXPECT_TRUE(names(complaint(""), "column 'table' is there 0 times"));
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
