#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace impactbench {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool memory_is_limited = false;  // the sanitizer itself reserves terabytes
#else
constexpr bool memory_is_limited = true;
#endif

constexpr const char* plan = R"(
cpu_budget = 0.5
memory_budget = 400
repeats = 0
[[grid]]
problem = "falling_ball"
scheme = [SCHEMES]
horizon = 0.5
dt = 1e-3
)";

std::string plan_of(const std::string& schemes) {
  std::string text = plan;
  return text.replace(text.find("SCHEMES"), 7, schemes);
}

std::map<std::string, Row> rows_by_scheme(const std::string& path) {
  std::map<std::string, Row> out;
  for (Row& row : Store(path, StoreMode::read).rows())
    out.emplace(row.cell.scheme, row);
  return out;
}

// A process per cell: whatever one does, the others end as if it were not there.
TEST(Isolation, ACellThatDiesBecomesAStatusAndCostsNobodyElse) {
  const TemporaryFolder folder;
  std::string schemes = R"("dem", "segfaults", "hangs", "throws", "breaks_down", "snc")";
  if (memory_is_limited) schemes += R"(, "eats_memory")";
  const std::string file = folder.write("all.toml", plan_of(schemes));
  const Outcome run = run_program(folder, {"run", file, "--store", "all.db", "--jobs", "2"});
  EXPECT_EQ(run.status, 1) << run.err;

  const auto rows = rows_by_scheme(folder.file("all.db"));
  ASSERT_EQ(rows.size(), memory_is_limited ? 7U : 6U);
  EXPECT_EQ(rows.at("segfaults").status, RowStatus::crashed);
  EXPECT_EQ(rows.at("throws").status, RowStatus::crashed);
  EXPECT_EQ(rows.at("throws").reason, "a scheme that throws");
  EXPECT_EQ(rows.at("hangs").status, RowStatus::timed_out);
  EXPECT_NE(rows.at("hangs").reason.find("0.5 s CPU"), std::string::npos);
  EXPECT_EQ(rows.at("breaks_down").status, RowStatus::stopped);
  EXPECT_NE(rows.at("breaks_down").reason.find("singular on purpose"), std::string::npos);
  if (memory_is_limited) {
    EXPECT_NE(rows.at("segfaults").reason.find("signal 11"), std::string::npos);
    EXPECT_EQ(rows.at("eats_memory").status, RowStatus::out_of_memory);
    EXPECT_NE(rows.at("eats_memory").reason.find("400 MiB"), std::string::npos);
  }

  const std::string alone = folder.write("alone.toml", plan_of(R"("dem", "snc")"));
  EXPECT_EQ(run_program(folder, {"run", alone, "--store", "alone.db"}).status, 0);
  const auto undisturbed = rows_by_scheme(folder.file("alone.db"));
  for (const char* scheme : {"dem", "snc"}) {
    EXPECT_EQ(rows.at(scheme).status, RowStatus::passed);
    EXPECT_EQ(rows.at(scheme).quantities, undisturbed.at(scheme).quantities) << scheme;
    EXPECT_FALSE(rows.at(scheme).quantities.empty());
  }
}

TEST(Isolation, EveryRowRecordsWhereItCameFrom) {
  const TemporaryFolder folder;
  const std::string file = folder.write("one.toml", plan_of(R"("dem")"));
  ASSERT_EQ(run_program(folder, {"run", file, "--store", "one.db"}).status, 0);
  const auto rows = rows_by_scheme(folder.file("one.db"));
  ASSERT_EQ(rows.size(), 1U);
  const Row& row = rows.at("dem");
  for (const char* fact : {"cpu", "compiler", "flags", "blas_core", "kernel", "host"}) {
    ASSERT_TRUE(row.environment.contains(fact)) << fact;
    EXPECT_FALSE(row.environment.at(fact).empty()) << fact;
  }
  EXPECT_EQ(row.environment.at("blas_threads"), "1");
  EXPECT_EQ(row.key, content_key(row.cell, row.revision, row.build));
  EXPECT_FALSE(row.revision.empty());
}

}  // namespace
}  // namespace impactbench
