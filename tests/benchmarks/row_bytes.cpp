#include "benchmarks/store/row_bytes.hpp"

#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/sentence.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <limits>

namespace impactbench {
namespace {

using testing::sentence_of;

class RowBytes : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_ / "s.db"; }
  testing::Scratch folder_;
};

Row numbered(std::int64_t number) {
  Row row;
  row.cell = {.problem = "falling_ball",
              .scheme = "nscd",
              .solver = "nlgs",
              .problem_parameters = {{"count", number}},
              .scheme_parameters = {},
              .solver_parameters = {},
              .dt = 1e-3,
              .dt_precision = "double",
              .tolerance_set = "default"};
  row.status = RowStatus::passed;
  row.series["height"] = {{0.0, 0.1}, {1.0, 1.0 / 3.0}};
  row.key = content_key(row.cell, row.revision, row.build);
  return row;
}

/// Two instants of a motion; a normal in space has a third component.
std::vector<Frame> two_frames() {
  return {{0.0, {0.0, -1.5}, {0.0}, {}},
          {0.5, {1e-300, 2.0}, {3.0}, {{0, 1, 0.6, 0.0, 2.0, 0.8}, {2, -1, 0.0, -1.0, 3.0}}}};
}

TEST_F(RowBytes, FramesReadBackAsTheyWereInTextAndInAStore) {
  Row row = numbered(0);
  row.frames = two_frames();
  EXPECT_EQ(row_from_json(to_json(row, RowExtent::whole)).frames, row.frames);
  EXPECT_TRUE(row_from_json(to_json(row, RowExtent::brief)).frames.empty());
  Store store(path(), StoreMode::write);
  store.put(row);
  EXPECT_EQ(store.get(row.key)->frames, row.frames);
  EXPECT_EQ(store.get(row.key)->series.size(), row.series.size());
  EXPECT_TRUE(store.get(row.key, RowExtent::brief)->frames.empty());
  EXPECT_TRUE(store.get(row.key, RowExtent::brief)->series.empty());
  EXPECT_EQ(store.rows().front().frames, row.frames);
}

// A machine makes a NaN of either sign; what is compared must not know which.
TEST_F(RowBytes, WhatIsComparedKnowsFramesAndHistoriesButNoSignOfNaN) {
  Row row = numbered(0);
  row.series = {{"height", {{0.0}, {std::numeric_limits<double>::quiet_NaN()}}}};
  row.frames = two_frames();
  Row other = row;
  other.series["height"].value[0] = -other.series["height"].value[0];
  EXPECT_EQ(compared_bytes(row), compared_bytes(other));
  other.frames[1].contacts[1].force = 3.5;
  EXPECT_NE(compared_bytes(row), compared_bytes(other));
  other = row;
  other.series["height"].time[0] = 0.1;
  EXPECT_NE(compared_bytes(row), compared_bytes(other));
}

TEST_F(RowBytes, BytesThatAreCutShortAreNamed) {
  const std::string frames = packed(two_frames());
  EXPECT_EQ(unpacked_frames(frames), two_frames());
  for (std::size_t size = 1; size < frames.size(); ++size) {
    if (size == packed({two_frames()[0]}).size()) continue;  // the whole first frame
    EXPECT_NE(sentence_of([&] { (void)unpacked_frames(frames.substr(0, size)); }).find("cut short"),
              std::string::npos)
        << size;
  }
  const std::string series = packed(std::map<std::string, Series>{{"height", {{0.0}, {1.0}}}});
  for (std::size_t size = 1; size < series.size(); ++size)
    EXPECT_NE(sentence_of([&] { (void)unpacked_series(series.substr(0, size)); }).find("cut short"),
              std::string::npos)
        << size;
}

/// A store as version 1 wrote it: no column for frames, which stand in the text of the row.
void write_version_1(const std::string& path, const Row& row) {
  {
    Store store(path, StoreMode::write);
    store.put(row);
  }
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  const std::string text = to_json(row, RowExtent::whole);  // frames are in it
  char* sql = sqlite3_mprintf(
      "ALTER TABLE rows RENAME TO new; CREATE TABLE rows (key TEXT PRIMARY KEY, plan TEXT, "
      "problem TEXT, scheme TEXT, solver TEXT, dt REAL, status TEXT, reason TEXT, cpu_min REAL, "
      "revision TEXT, build TEXT, row TEXT NOT NULL, series BLOB) WITHOUT ROWID; INSERT INTO rows "
      "SELECT key, plan, problem, scheme, solver, dt, status, reason, cpu_min, revision, build, "
      "%Q, "
      "series FROM new; DROP TABLE new; PRAGMA user_version = 1",
      text.c_str());
  ASSERT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_free(sql);
  sqlite3_close(db);
}

// A store of an earlier version is read as it is, and converted by a process that adds to it.
TEST_F(RowBytes, AStoreOfVersionOneIsReadAndExtended) {
  Row row = numbered(1);
  row.frames = two_frames();
  write_version_1(path(), row);
  EXPECT_EQ(Store(path(), StoreMode::read).get(row.key)->frames, row.frames);
  EXPECT_TRUE(Store(path(), StoreMode::read).rows(RowExtent::brief).front().frames.empty());
  Row added = numbered(2);
  added.frames = two_frames();
  Store(path(), StoreMode::write).put(added);
  const Store store(path(), StoreMode::read);
  EXPECT_EQ(store.size(), 2U);
  EXPECT_EQ(store.get(row.key)->frames, row.frames);
  EXPECT_EQ(store.get(added.key)->frames, added.frames);
}

}  // namespace
}  // namespace impactbench
