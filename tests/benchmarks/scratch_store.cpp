#include "benchmarks/cluster/scratch_store.hpp"

#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

/// The folder of a run to `published` that was killed.
std::string left_behind(const testing::Scratch& scratch, const std::string& name,
                        const std::string& published) {
  std::string own = scratch / ("impactbench-" + name);
  fs::create_directories(own);
  fs::permissions(own, fs::perms::owner_all);
  scratch.write("impactbench-" + name + "/published", published);
  return own;
}

TEST(ScratchStore, RemovesFoldersOfKilledRunsToTheSameStoreAndNoOther) {
  const testing::Scratch scratch;
  const std::string db = scratch / "rows.db";
  const std::string before_its_rows = left_behind(scratch, "noted", db);
  const std::string with_rows = left_behind(scratch, "begun", db);
  scratch.write("impactbench-begun/rows.db", "");
  const std::string of_another = left_behind(scratch, "other", scratch / "other.db");
  { ScratchStore store(db, scratch.path()); }
  EXPECT_FALSE(fs::exists(before_its_rows));
  EXPECT_FALSE(fs::exists(with_rows));
  EXPECT_TRUE(fs::exists(of_another));
  EXPECT_EQ(Store(db, StoreMode::read).size(), 0U);
}

// Both would publish whole files, and the last would take the other's rows away.
TEST(ScratchStore, ASecondRunToAStoreIsRefusedWhileTheFirstLives) {
  const testing::Scratch scratch;
  const std::string db = scratch / "rows.db";
  {
    const ScratchStore first(db, scratch.path());
    EXPECT_THAT([&] { const ScratchStore second(db, scratch.path()); },
                ::testing::ThrowsMessage<ConfigurationError>(
                    ::testing::AllOf(::testing::HasSubstr("another run keeps rows for '" + db),
                                     ::testing::HasSubstr("one writer"))));
    const ScratchStore of_another(scratch / "other.db", scratch.path());
  }
  const ScratchStore after(db, scratch.path());
}

}  // namespace
}  // namespace impactbench
