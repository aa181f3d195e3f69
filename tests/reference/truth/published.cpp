#include "problems/base/error.hpp"
#include "problems/model/problem.hpp"
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
#include <set>
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
  ASSERT_EQ(tables.size(), 24U);
  EXPECT_EQ(tables.front(), "4.1");
  EXPECT_EQ(tables.back(), "4.24");
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
  constexpr std::array counts{
      Count{"4.1", 18, 18, 0},    Count{"4.2", 18, 18, 0},     Count{"4.3", 36, 36, 3},
      Count{"4.4", 12, 12, 0},    Count{"4.5", 32, 32, 0},     Count{"4.6", 13, 12, 3},
      Count{"4.7", 27, 21, 1},    Count{"4.8", 9, 9, 0},       Count{"4.9", 126, 82, 10},
      Count{"4.10", 32, 28, 0},   Count{"4.11", 252, 198, 9},  Count{"4.12", 126, 94, 11},
      Count{"4.13", 60, 48, 2},   Count{"4.14", 15, 15, 2},    Count{"4.15", 26, 22, 3},
      Count{"4.16", 100, 100, 1}, Count{"4.17", 60, 60, 5},    Count{"4.18", 50, 50, 10},
      Count{"4.19", 104, 104, 2}, Count{"4.20", 152, 146, 19}, Count{"4.21", 95, 95, 0},
      Count{"4.22", 165, 150, 4}, Count{"4.23", 50, 50, 2},    Count{"4.24", 75, 75, 5}};
  ASSERT_EQ(counts.size(), published_tables("nguyen2024").size());
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
      EXPECT_FALSE(agrees_with_print(*v.value * 1.5 + std::copysign(1.0, *v.value), v.digits))
          << c.table << ' ' << v.digits;
    }
  }
}

TEST(Published, EveryRowIsOfAProblemOfTheCatalogue) {
  for (const std::string& table : published_tables("nguyen2024")) {
    // Its 81 discs do not fit into its box, so that it cannot be a problem.
    if (table == "4.6") continue;
    for (const PublishedValue& v : read_published("nguyen2024", table)) {
      EXPECT_TRUE(std::any_of(problem_catalogue().begin(), problem_catalogue().end(),
                              [&](const ProblemEntry& e) { return e.name == v.problem; }))
          << table << ' ' << v.problem;
    }
  }
}

TEST(Published, NoCellIsThereTwice) {
  for (const std::string& table : published_tables("nguyen2024")) {
    std::set<std::string> seen;
    for (const PublishedValue& v : read_published("nguyen2024", table)) {
      std::string key = v.problem + '|' + v.scheme + '|' + v.solver + '|' + v.dt + '|' + v.quantity;
      for (const auto& x : {v.alpha, v.penalty, v.c_tau, v.mu, v.eps})
        key += '|' + (x ? std::to_string(1e9 * *x) : "");
      EXPECT_TRUE(seen.insert(key).second) << table << ' ' << key;
    }
  }
}

TEST(Published, TheEnergiesOfTheRandom81AreConsistentWithTheirStart) {
  // dE = |E_0 - E| / E_0 with E_0 = 6.7248959752 J holds in every row once doubted cells are read
  // as they should be: evidence that values and start belong together.
  const double initial = 6.7248959752;
  int checked = 0;
  const auto values = read_published("nguyen2024", "4.14");
  for (const PublishedValue& energy : values) {
    if (energy.quantity != "kinetic_energy") continue;
    for (const PublishedValue& error : values) {
      if (error.quantity != "energy_error_relative" || error.scheme != energy.scheme ||
          error.alpha != energy.alpha) {
        continue;
      }
      const double read = error.suspect_value ? *error.suspect_value : error.value.value();
      // Half a unit of the seventh decimal of the energy, and the truncation of the error.
      EXPECT_NEAR(std::abs(initial - energy.value.value()) / initial, read,
                  1e-4 * read + 1e-7 / 6.7)
          << energy.scheme;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 5);
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
  // Four columns are needed; others may be there, each once.
  EXPECT_TRUE(names(complaint("table,problem\n1.1,p\n"), "column 'quantity' occurs 0 times"));
  EXPECT_EQ(complaint("table,problem,quantity,value,load\n1.1,p,v1,2.0,7\n"), "read");
  EXPECT_TRUE(names(complaint("table,problem,quantity,value,load,load\n1.1,p,v1,2.0,7,7\n"),
                    "column 'load' occurs twice"));
  EXPECT_TRUE(names(complaint("table," + columns), "column 'table' occurs 2 times"));
  EXPECT_TRUE(names(complaint(""), "column 'table' occurs 0 times"));
}

TEST(Published, UnknownSourcesAndTablesAreNamed) {
  try {
    (void)read_published("nguyen2024", "4.99");
    FAIL();
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("4.24"), std::string::npos);
  }
  EXPECT_THROW((void)read_published("nobody1900", "1.1"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
